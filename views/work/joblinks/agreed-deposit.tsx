import type { Organisation } from '#views/documents/types.ts'
import { formatPercent, formatRand } from '#views/format.ts'
import { HowToPay } from '#views/sales/invoicelinks/client-invoice.tsx'
import { Banner } from '#views/ui/small.tsx'

/** Sums in cents, as they stand now. */
export type AgreedDeposit = {
  percent: number
  amount: number
  /** With its bank details of now. */
  to: Omit<Organisation, 'logo'>
  /** Since the paper was sent. */
  bankchanged: boolean
  /** What the payment names: the deposit request, or before there is one the estimate. */
  reference: string
  /** Into the account of `to`. */
  payable: boolean
  requested: boolean
  asked: number
  received: number
  /** What was agreed to since the newest request, which none asks for yet. */
  rest: number
  invoiced: boolean
}

/** What a client who approved was to pay, what is left of it, and how it is paid. */
export const AgreedDepositPart = (deposit: AgreedDeposit) => (
  <>
    <p>
      A deposit of <strong>{formatRand(deposit.amount)}</strong> ({formatPercent(deposit.percent)}) was agreed
      {sayStanding(deposit)}
    </p>
    {deposit.payable && deposit.bankchanged && (
      <Banner level="warning">{`The bank details of ${deposit.to.name} changed since this was sent to you: the paper says what they were. Before you pay, ring them on a number that you know.`}</Banner>
    )}
    {deposit.payable && <HowToPay organisation={deposit.to} number={deposit.reference} />}
  </>
)

const TAKEN_OFF = 'It is taken off the invoice.'

function sayStanding({
  amount,
  requested,
  asked,
  received,
  rest,
  invoiced,
  reference,
}: AgreedDeposit): string {
  const thanks = received > 0 ? ` ${formatRand(received)} was received: thank you.` : ''
  const more = rest > 0 ? ` ${formatRand(rest)} more is still to be paid.` : ''
  if (asked > 0)
    return `.${thanks} Deposit request ${reference} asks for ${formatRand(asked)}${thanks ? ' more' : ''}.${more} ${TAKEN_OFF}`
  if (more && rest < amount) return `.${thanks}${more} ${TAKEN_OFF}`
  if (thanks) return `.${thanks} ${TAKEN_OFF}`
  if (requested && rest === 0) return '. It is not asked for any more.'
  return invoiced
    ? '. What is to be paid stands on the invoice.'
    : `, to be paid before the work begins. ${TAKEN_OFF}`
}
