// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const CONTROLS = /[\u0000-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f]/g

/** Whatever some program shows as the end of a line, tabs too. */
const BREAKS = /[\t\n\v\f\r\u0085\u2028\u2029]+/g

const withoutControls = (value: string) => value.replace(CONTROLS, '').toWellFormed()

export const cleanLine = (value: string) => withoutControls(value).replace(BREAKS, ' ').trim()

export const cleanLines = (value: string) =>
  withoutControls(value)
    .replace(/[\v\f]/g, '')
    .trim()
