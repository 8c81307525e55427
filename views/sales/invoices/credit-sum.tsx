import { formatRand } from '#views/format.ts'

type Sum = { number: string; net: number; vat: number; total: number; restocked: string; job: string }

/** Stands in what is asked before a credit note is issued, too. */
export const CreditSum = ({ number, net, vat, total, restocked, job }: Sum) => (
  <p data-confirm-also="">
    <strong>
      Credit {formatRand(total)} of {number}
    </strong>
    {vat !== 0 && `: ${formatRand(net)} and VAT of ${formatRand(vat)}`}.
    {restocked && ` Back into stock: ${restocked}.`}
    {job && ` ${job}`}
  </p>
)

/** Until then the button leads here. */
export const NoCreditSum = ({ why }: { why: string }) => (
  <p className="hint" data-blocks="">
    {why}
  </p>
)

/** Asks for itself with whatever is typed in its form. */
export const CreditSumPart = ({ id }: { id: string }) => (
  <div
    aria-live="polite"
    hx-post={`/invoices/${id}/credit/sum`}
    hx-trigger="load, input from:'closest form' target:'[name=reason],[name=what],[name=again],[name$=quantity],[name$=amount],[name$=restock]'"
    hx-include="closest form"
    hx-target="this"
    hx-swap="innerHTML"
    hx-sync="this:replace"
  />
)
