import { DocumentLink } from './DocumentLink.tsx';
import { Popover, usePopover } from '../components/Popover.tsx';
import type { ReactNode } from 'react';
import classes from './Definition.module.css';

interface Props {
  readonly children: ReactNode;
  readonly title: string;
  readonly text: readonly string[];
  readonly link?: { readonly document: string; readonly anchor?: string; readonly label: string } | undefined;
  readonly className?: string;
}

interface BoxProps extends Pick<Props, 'title' | 'text'> {
  readonly children?: ReactNode;
}

export function DefinitionBox({ title, text, children }: BoxProps) {
  return (
    <div role="note" className={classes.box}>
      {/* No heading: it stands beside a word of any level. */}
      <b>{title}</b>
      {text.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      {children}
    </div>
  );
}

export function Definition({ children, title, text, link, className }: Props) {
  const { popover, button } = usePopover();
  return (
    <Popover
      {...popover}
      position="bottom-start"
      target={
        <button type="button" title={text[0]} className={className ? `${classes.term} ${className}` : classes.term} {...button}>
          {children}
        </button>
      }
    >
      <DefinitionBox title={title} text={text}>
        {link && (
          <p>
            <DocumentLink id={link.document} {...(link.anchor !== undefined && { anchor: link.anchor })}>
              {link.label}
            </DocumentLink>
          </p>
        )}
      </DefinitionBox>
    </Popover>
  );
}
