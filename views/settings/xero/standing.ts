/** An organisation with something that was taken back here, and when that is put right. */
export type XeroStanding = { name: string; waiting: number; refused: number; once: string }

/** What stands there still as before. */
export function sayXeroStanding({ name, waiting, refused, once }: XeroStanding): string {
  const n = waiting + refused
  return [
    `${n === 1 ? '1 document or payment' : `${n} documents or payments`} that ${n === 1 ? 'was' : 'were'} credited, cancelled, taken back or changed here still ${n === 1 ? 'stands' : 'stand'} in ${name} as before.`,
    ...(waiting > 0 ? [`${refused > 0 ? `${waiting} of them` : 'That'} is put right ${once}.`] : []),
    ...(refused > 0
      ? [`Xero refused to take ${refused} of them back: what helps is said beside the document.`]
      : []),
  ].join(' ')
}
