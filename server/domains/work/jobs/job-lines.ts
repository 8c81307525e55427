import type { JobMark } from '#db/queries/work/jobs.ts'
import type { TenantDb } from '#db/types.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { parseCents } from '#server/money/decimal.ts'
import { readLabels } from '#server/resources.ts'
import { readToday } from '#server/zone.ts'
import { findAllowedStep, findStageNote, stepName } from '#views/ui/job-stages.ts'
import { withQuery } from '#views/ui/links.ts'
import type { JobLine } from '#views/work/jobs/columns.tsx'
import { boardRights } from './board-props.ts'
import { cachedCards } from './cached-cards.ts'
import { jobLinks } from './job-links.ts'
import { withoutMoney } from './present-cards.ts'
import { statusKey } from './status.ts'

/** With their address, and the next step for whoever may take it. */
export function presentJobLines(db: TenantDb, viewer: Viewer, marks: readonly JobMark[]): JobLine[] {
  const today = readToday(db)
  const labels = readLabels(db)
  const linkOf = jobLinks(db)
  const money = viewer.claims.has('jobs.money')
  const rights = new Map([...viewer.boards.keys()].map((id) => [id, boardRights(viewer, id)]))
  return cachedCards(db, marks).map(({ card }) => {
    const href = linkOf(card.boardid, card.reference)
    const can = rights.get(card.boardid)
    const step = can ? findAllowedStep(card, can) : null
    return {
      ...(money ? card : withoutMoney(card)),
      statusname: labels[statusKey(card.status)] ?? '',
      quotedcents: money ? parseCents(card.quoted) : undefined,
      note: findStageNote(card, today),
      href,
      next: href && step ? { name: stepName(step, card), href: withQuery(href, { next: true }) } : undefined,
    }
  })
}
