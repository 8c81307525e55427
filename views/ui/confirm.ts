/**
 * `yes` says what happens, in a word or three; `no` is Cancel unless that could be meant by what is asked; `danger`
 * marks what takes something away.
 */
export type ConfirmPrompt = { question: string; yes: string; no?: string; danger?: boolean }

export const confirmFirst = ({ question, yes, no, danger }: ConfirmPrompt) => ({
  'hx-confirm': question,
  'data-yes': yes,
  'data-no': no,
  'data-danger': danger ? '' : undefined,
})
