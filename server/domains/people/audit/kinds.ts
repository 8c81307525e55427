import { type AuditEvent, auditEventLabels } from '#server/access/audit.ts'

const sorts = {
  signins: { label: 'Sign-ins', whats: ['signin', 'signout', 'sessionsended'] },
  failures: { label: 'Failures', whats: ['signinfailed', 'tokentheft', 'paymentrefused'] },
  rights: {
    label: 'People and rights',
    whats: ['invited', 'joinasked', 'joindecided', 'rolechanged', 'seatadded', 'seatchanged', 'seatremoved'],
  },
} as const satisfies Record<string, { label: string; whats: readonly AuditEvent[] }>

/** Only the operator's own business, also where it is about an account. */
const operatoronly: readonly string[] = ['operatornote', 'pricechanged']

const credential = /^(apikey|email|external|password|registered)/
const all = Object.keys(auditEventLabels) as AuditEvent[]
const sorted = new Set<string>(Object.values(sorts).flatMap(({ whats }) => whats))

/** Everything that is none of the others is of the account, its plan and its payments. */
const kinds: Record<string, { label: string; whats: readonly AuditEvent[] }> = {
  ...sorts,
  credentials: {
    label: 'Passwords and keys',
    whats: all.filter((what) => !sorted.has(what) && credential.test(what)),
  },
  account: {
    label: 'Account and payments',
    whats: all.filter((what) => !sorted.has(what) && !credential.test(what)),
  },
}

export const auditKindOptions = Object.entries(kinds).map(([value, { label }]) => ({ value, label }))

export const auditEventsOfKind = (kind: string | undefined, operator: boolean): AuditEvent[] =>
  (kind ? [...(kinds[kind]?.whats ?? [])] : all).filter((what) => operator || !operatoronly.includes(what))

const alarming: Partial<Record<string, 'warning' | 'error'>> = {
  signinfailed: 'warning',
  paymentrefused: 'warning',
  tokentheft: 'error',
}

export const describeAuditEvent = (what: string) => ({
  words: auditEventLabels[what as AuditEvent] ?? what,
  level: alarming[what],
  tried: what === 'signinfailed',
})
