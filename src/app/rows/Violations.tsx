/** Violations of a provider's rules: what is violated, at which message, and whether the original does too. */
import { Tap } from '../components/Button.tsx';
import { ruleWords, type Violation } from '../../engine/measures/contract.ts';
import { lookup, t } from '../../i18n/index.ts';
import { actions } from '../store/index.ts';
import { columnsFor } from '../table/columns.tsx';
import { ListTable } from '../table/DataTable.tsx';

const { words, number } = columnsFor<Violation>();
const sentence = ({ rule }: Violation): string => lookup(`violation.${ruleWords(rule)}`) ?? rule;

const COLUMNS = [
  words('rule', { title: 'row.rule', width: 140, value: sentence, names: true, grow: true, wraps: true }),
  number('message', {
    title: 'strip.axis',
    width: 64,
    value: ({ message }) => (message < 0 ? null : message),
    cell: ({ message }) =>
      message < 0 ? (
        '—'
      ) : (
        <Tap className="accent num underlines pad0-4" style={{ minHeight: 20 }} onClick={() => actions.select(message)}>
          #{message + 1}
        </Tap>
      ),
    lowFirst: true,
  }),
  words('origin', {
    title: 'row.violation.origin',
    width: 96,
    value: ({ original }) => t(original ? 'row.violation.original' : 'row.violation.own'),
    wraps: true,
  }),
];
const idOf = ({ rule, position, message }: Violation): string => `${rule}:${position}:${message}`;

export function Violations({ name, violations }: { readonly name: string; readonly violations: readonly Violation[] }) {
  return <ListTable name="violations" label={name} columns={COLUMNS} data={violations} rowId={idOf} />;
}
