import { type AuditLine, listAccountAudit, listPlatformAudit } from '#db/queries/platform/audit.ts'
import { userByEmail } from '#db/queries/platform/users.ts'
import type { Context } from '#server/http/context.ts'
import { readZone, startOfDay } from '#server/zone.ts'
import { auditEventsOfKind } from './kinds.ts'

type Span = { kind?: string; start?: string | null; end?: string | null; before?: number }
type OfAccount = Span & { userid?: string }
type OfPlatform = Span & { search?: string }

export function accountLines(
  c: Context<unknown, OfAccount>,
  page: { take: number; before?: number },
): AuditLine[] {
  const { kind, userid } = c.query
  const query = { ...readSpan(c), ...page, whats: auditEventsOfKind(kind, false), userid }
  return c.platform.read((db) => listAccountAudit(db, c.person.accountid, query))
}

export function platformLines(
  c: Context<unknown, OfPlatform>,
  page: { take: number; before?: number },
): AuditLine[] {
  const { kind, search } = c.query
  const query = { ...readSpan(c), ...page, whats: auditEventsOfKind(kind, true) }
  return c.platform.read((db) => {
    const userid = search ? userByEmail(db, search)?.id : undefined
    return search && !userid ? [] : listPlatformAudit(db, { ...query, userid })
  })
}

function readSpan(c: Context<unknown, Span>) {
  const { start, end } = c.query
  const zone = c.read(readZone)
  return {
    from: start ? startOfDay(start, zone) : undefined,
    until: end ? startOfDay(end, zone, 1) : undefined,
  }
}
