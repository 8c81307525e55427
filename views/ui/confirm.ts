/** `yes` says what happens, in a word or three; `danger` marks what takes something away. */
export type ConfirmPrompt = { question: string; yes: string; danger?: boolean }

export const confirmFirst = ({ question, yes, danger }: ConfirmPrompt) => ({
  'hx-confirm': question,
  'data-yes': yes,
  'data-danger': danger ? '' : undefined,
})
