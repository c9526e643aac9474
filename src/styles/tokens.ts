import { css } from 'lit';

/**
 * The design tokens. Each public `--chainabit-*` property has a fallback here and nowhere else; the rest of the styles
 * read the private `--_*` copies. Pixels, not rem: the host's root font size must not deform anything.
 *
 * Colours come in pairs by `light-dark()`, so they follow whatever `color-scheme` the element inherits or `theme` sets.
 */
export const tokens = css`
  :host {
    --_font: var(--chainabit-font-family, inherit);
    --_mono: var(--chainabit-font-mono, ui-monospace, 'SF Mono', 'Cascadia Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace);
    --_size: var(--chainabit-font-size, 14px);
    --_size-small: var(--chainabit-font-size-small, 13px);
    --_size-tiny: var(--chainabit-font-size-tiny, 12px);
    --_line: var(--chainabit-line-height, 20px);
    --_line-small: calc(var(--_line) - 2px);
    --_space: var(--chainabit-space, 4px);
    --_radius: var(--chainabit-radius, 10px);
    --_radius-small: var(--chainabit-radius-small, 6px);

    --_text: var(--chainabit-color-text, light-dark(#1b1f24, #e9ecf0));
    --_muted: var(--chainabit-color-text-muted, light-dark(#5a636e, #a4adb8));
    --_surface: var(--chainabit-color-surface, light-dark(#ffffff, #15181c));
    --_raised: var(--chainabit-color-raised, light-dark(#f5f6f8, #1e2227));
    --_line-color: var(--chainabit-color-line, light-dark(#d9dde2, #343a42));
    --_control: var(--chainabit-color-control, light-dark(#868f9a, #727c88));
    --_accent: var(--chainabit-color-accent, light-dark(#2757c9, #93b4ff));
    --_success: var(--chainabit-color-success, light-dark(#1b7344, #63cb92));
    --_warning: var(--chainabit-color-warning, light-dark(#8a4d00, #f0b45c));
    --_danger: var(--chainabit-color-danger, light-dark(#b3251b, #ff958a));
    --_ask: var(--chainabit-color-ask, light-dark(#7a4b00, #f5c26b));
    --_ask-surface: var(--chainabit-color-ask-surface, light-dark(#fff8ea, #262014));
    --_ask-line: var(--chainabit-color-ask-line, light-dark(#b5770c, #b98a3c));
    --_button: var(--chainabit-color-button, light-dark(#1b1f24, #e9ecf0));
    --_button-text: var(--chainabit-color-button-text, light-dark(#ffffff, #15181c));
    --_focus: var(--chainabit-color-focus, light-dark(#2757c9, #93b4ff));

    --_fast: var(--chainabit-motion-fast, 120ms);
    --_calm: var(--chainabit-motion-calm, 200ms);
  }
`;
