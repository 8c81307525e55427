import { messages } from '../messages.ts'
import { findElements } from '../page.ts'
import type { WaitingChange } from './store.ts'
import { isLate, isOld, isTooOld } from './waiting-age.ts'

const { person, account } = document.documentElement.dataset

/** In sentences, empty where nothing waits. */
export const sayTogether = (sentences: readonly (string | false)[]) => sentences.filter(Boolean).join(' ')

/** What is sent without anybody doing anything. */
export const goesByItself = (one: WaitingChange) =>
  (one.refused === undefined || one.failed) && !isTooOld(one)

/** What waits on this device, to whoever reads this page. */
export const describeAll = (all: readonly WaitingChange[]) =>
  person === undefined
    ? describeToStrangers(all)
    : sayTogether([...describeChanges(all.filter(isOwn)), ...describeOthers(all)])

/** What it is for, where its label does not say that. */
export const findUnsaidNames = ({ label, of = [] }: Pick<WaitingChange, 'label' | 'of'>) =>
  of.map(({ name }) => name).filter((name) => !label.includes(name))

export const isOwn = (one: Pick<WaitingChange, 'person' | 'account'>) =>
  one.person === person && one.account === account

export function describeChanges(own: readonly WaitingChange[]): (string | false)[] {
  const sending = own.filter((one) => one.sending).length
  const inTime = own.filter((one) => !one.sending && !isTooOld(one))
  const refused = inTime.filter((one) => one.refused !== undefined).length
  return [
    messages.sending(sending),
    messages.waiting(inTime.length - refused, inTime.some(isOld)),
    inTime.some(isLate) && messages.late,
    messages.refused(refused),
    messages.tooOldOnes(own.length - inTime.length - sending),
  ]
}

/** Several share a phone, and whoever finds one may read its sign-in page: how much waits is said, not of whom or what. */
function describeToStrangers(all: readonly WaitingChange[]): string {
  const due = all.filter(goesByItself)
  return sayTogether([
    messages.ofStrangers(due.length),
    due.some(isLate) && messages.lateOfStrangers,
    messages.stuckOfStrangers(all.length - due.length),
  ])
}

/** What else waits on this device than what this person did in this account. */
export function describeOthers(all: readonly WaitingChange[]): (string | false)[] {
  const others = all.filter((one) => one.person !== person)
  const names = accountsElsewhere(all).map(
    (id) => switchTo(id)?.textContent?.trim() || messages.unnamedAccount,
  )
  return [messages.ofOtherAccounts([...new Set(names)]), messages.ofOthers(others.length)]
}

const accountsElsewhere = (all: readonly WaitingChange[]) => [
  ...new Set(all.filter((one) => one.person === person && one.account !== account).map((one) => one.account)),
]

/** The header's own way to the account, which may be hidden there or gone. */
const switchTo = (id: string) =>
  findElements<HTMLButtonElement>('[data-account-switch] button[name="id"]').find(({ value }) => value === id)

/** The ways to the accounts in which something of this person waits. */
export const findSwitches = (all: readonly WaitingChange[]) =>
  accountsElsewhere(all).flatMap((id) => switchTo(id) ?? [])
