/** `bymail`: may be mailed at once; the others are mailed by themselves already, or are about mail. */
const codes: Record<string, { label: string; bymail: boolean }> = {
  message: { label: 'Message', bymail: true },
  assigned: { label: 'Job given to you', bymail: true },
  feedback: { label: 'Feedback on a job', bymail: true },
  answer: { label: 'Answer of a client', bymail: true },
  operator: { label: 'Operator', bymail: true },
  subscription: { label: 'Subscription', bymail: true },
  expiry: { label: 'Expiry', bymail: false },
  join: { label: 'Request to join', bymail: false },
  mail: { label: 'Mail', bymail: false },
  copies: { label: 'Off-site copies', bymail: false },
}

/** Everything that no code of the list names, such as what other programs send. */
const OTHER = 'other'

const othersOfOurs: Record<string, string> = { webhook: 'Webhook', xero: 'Xero' }

export const mailable: readonly string[] = [
  ...Object.keys(codes).filter((code) => codes[code]?.bymail),
  OTHER,
]

export const mailableCode = (code: string) => (Object.hasOwn(codes, code) ? code : OTHER)

export const codeLabel = (code: string) => codes[code]?.label ?? othersOfOurs[code] ?? code

export const mailableOptions = [
  { value: 'message', label: 'Messages that colleagues send me' },
  { value: 'assigned', label: 'Jobs that are given to me' },
  { value: 'feedback', label: 'Feedback on jobs that are given to me' },
  { value: 'answer', label: 'Answers of clients to estimates and work of mine' },
  { value: 'subscription', label: 'Payments and the subscription' },
  { value: 'operator', label: 'What the operator of the platform changes' },
  { value: OTHER, label: 'Everything else, such as what other programs tell' },
]
