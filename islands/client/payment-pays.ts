import { parseDecimal, scaled } from '#islands/lib/figures.ts'
import { formatRand, amount as plainAmount } from '#views/format.ts'
import { confirmFirst } from '#views/ui/confirm.ts'
import { sayPaidBack } from '#views/ui/say-paid-back.ts'
import { delegate, findElement, findElements } from './page.ts'

/** The smallest coin is 10 cents: what is due in full is paid by what the hint says, and typed anew by any other method. */
function roundCash(form: HTMLFormElement, method: string): void {
  const amount = findElement<HTMLInputElement>('[name=amount]', form)
  const due = form.matches('[data-cash]') ? form : findElement('[data-cash]', form)
  const { open = '', cash = '' } = due?.dataset ?? {}
  const [from, to] = method === 'cash' ? [open, cash] : [cash, open]
  if (!amount || !cash || toCents(amount.value) !== Number(from)) return
  amount.value = plainAmount(Number(to))
  amount.dispatchEvent(new Event('input', { bubbles: true }))
}

/** What a payment pays is shown while its amount is typed, and what is above all that is open is asked about. */
export function watchPaymentPays(): void {
  delegate('change', 'form[data-cash] [name=method], form:has([data-cash]) [name=method]', (method) => {
    const { form, value } = method as HTMLSelectElement
    if (form) roundCash(form, value)
  })
  delegate('input', 'form:has([data-payment-pays]), form[data-payment-pays]', (element, { target }) => {
    const form = element as HTMLFormElement
    const typed = target as HTMLInputElement
    const pays = findElement<HTMLSelectElement>('[name=pays]', form)
    if (pays && typed.dataset.pays !== undefined) pays.value = 'chosen'
    const cents = toCents(findElement<HTMLInputElement>('[name=amount]', form)?.value ?? '')
    if (pays?.value !== 'chosen') fillRows(form, pays?.value === 'oldest' ? cents : 0)
    askAboutCredit(form, pays?.value === 'credit' ? 0 : cents)
  })
  delegate('input', 'form:has([data-payback])', (element) => {
    const said = findElement('[data-payback]', element)
    const cents = toCents(findElement<HTMLInputElement>('[name=amount]', element)?.value ?? '')
    if (said) said.textContent = sayPaidBack(cents, Number(said.dataset.payback))
  })
}

const toCents = (text: string) => scaled(Math.max(0, parseDecimal(text) ?? 0), 2)

/** The rows stand the oldest first. */
function fillRows(form: HTMLFormElement, cents: number) {
  let left = cents
  for (const row of findElements<HTMLInputElement>('[data-pays]', form)) {
    const put = Math.min(left, Number(row.dataset.pays))
    row.value = put > 0 ? plainAmount(put) : ''
    left -= put
  }
}

function askAboutCredit(form: HTMLFormElement, cents: number) {
  const asked = form.matches('[data-payment-pays]') ? form : findElement('[data-payment-pays]', form)
  const { open, paymentPays: client } = asked?.dataset ?? {}
  const over = cents - Number(open)
  const attributes = confirmFirst({
    question: `${formatRand(cents)} is more than the ${formatRand(Number(open))} that is open: ${formatRand(over)} becomes credit of ${client}. Record it?`,
    yes: 'Record payment',
  })
  for (const [name, value] of Object.entries(attributes))
    if (client && over > 0 && value !== undefined) form.setAttribute(name, value)
    else form.removeAttribute(name)
}
