/** Mantine in our palette: its components read our variables, its own blue does not appear. */
import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';

/** Mantine wants ten shades; every one is our accent, and the resolver below points what is drawn to the variables. */
const accent = Array.from({ length: 10 }, () => '#2158d6') as unknown as MantineColorsTuple;

/** Mantine's greys of the dark scheme, of which its inputs and popovers are made: the palette's, from text to background. */
const dark: MantineColorsTuple = ['#e9edf3', '#b4bdca', '#8e99a8', '#717c8c', '#3b4350', '#272d36', '#14171c', '#14171c', '#0e1014', '#0b1220'];

const small = { defaultProps: { size: 'xs' } };

export const theme = createTheme({
  primaryColor: 'accent',
  colors: { accent, blue: accent, dark },
  fontFamily: 'var(--font-ui)',
  fontFamilyMonospace: 'var(--font-mono)',
  fontSizes: { xs: '12px', sm: '12px', md: '13px', lg: '13px', xl: '15px' },
  lineHeights: { xs: '18px', sm: '18px', md: '20px', lg: '20px', xl: '22px' },
  radius: { xs: '3px', sm: '3px', md: '5px', lg: '8px', xl: '8px' },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  defaultRadius: 'xs',
  respectReducedMotion: true,
  shadows: { xs: 'none', sm: 'none', md: 'var(--shadow-float)', lg: 'var(--shadow-float)', xl: 'var(--shadow-float)' },
  components: {
    Checkbox: small,
    SegmentedControl: small,
    NumberInput: small,
    TextInput: small,
    Switch: small,
    Select: { defaultProps: { size: 'xs', checkIconPosition: 'right', withAlignedLabels: false } },
    Popover: { defaultProps: { radius: 'md', shadow: 'md', offset: 4, transitionProps: { duration: 80, transition: 'fade' } } },
    Tooltip: { defaultProps: { openDelay: 300, transitionProps: { duration: 80, transition: 'fade' }, multiline: true, maw: 320, offset: 4 } },
  },
});

/** Names of Mantine's variables → ours. The same in both schemes: ours change with the scheme themselves. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {
    '--mantine-primary-color-contrast': 'var(--accent-fg)',
    '--mantine-line-height': '18px',
  },
  light: colors,
  dark: colors,
});

const colors: Record<string, string> = {
  '--mantine-color-body': 'var(--bg)',
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-bright': 'var(--text)',
  '--mantine-color-dimmed': 'var(--text-3)',
  '--mantine-color-placeholder': 'var(--text-3)',
  '--mantine-color-anchor': 'var(--accent)',
  '--mantine-color-error': 'var(--bad)',
  '--mantine-color-default': 'var(--bg)',
  '--mantine-color-default-hover': 'var(--bg-hover)',
  '--mantine-color-default-color': 'var(--text)',
  '--mantine-color-default-border': 'var(--line-strong)',
  '--mantine-color-disabled': 'var(--bg-sunk)',
  '--mantine-color-disabled-color': 'var(--text-3)',
  '--mantine-color-accent-text': 'var(--accent)',
  '--mantine-color-accent-filled': 'var(--accent)',
  '--mantine-color-accent-filled-hover': 'var(--accent)',
  '--mantine-color-accent-light': 'var(--accent-soft)',
  '--mantine-color-accent-light-hover': 'var(--accent-soft)',
  '--mantine-color-accent-light-color': 'var(--accent-on-soft)',
  '--mantine-color-accent-outline': 'var(--accent)',
  '--mantine-color-accent-outline-hover': 'var(--accent-soft)',
  '--mantine-primary-color-filled': 'var(--accent)',
  '--mantine-primary-color-filled-hover': 'var(--accent)',
  '--mantine-primary-color-light': 'var(--accent-soft)',
  '--mantine-primary-color-light-hover': 'var(--accent-soft)',
  '--mantine-primary-color-light-color': 'var(--accent-on-soft)',
};
