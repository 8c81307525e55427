/**
 * An organisation of Xero in which documents stand that were credited, cancelled or reversed here: how many wait to be taken
 * back there, `once` what happens, and how many Xero refused to.
 */
export type NotTakenBack = { name: string; waiting: number; refused: number; once: string }

export function sayNotTakenBack({ name, waiting, refused, once }: NotTakenBack): string {
  const n = waiting + refused
  return [
    `${n === 1 ? '1 document or payment' : `${n} documents or payments`} that ${n === 1 ? 'was' : 'were'} credited, cancelled, taken back or changed here still ${n === 1 ? 'stands' : 'stand'} in ${name} as before.`,
    ...(waiting > 0 ? [`${refused > 0 ? `${waiting} of them` : 'That'} is put right ${once}.`] : []),
    ...(refused > 0
      ? [`Xero refused to take ${refused} of them back: what helps is said beside the document.`]
      : []),
  ].join(' ')
}
