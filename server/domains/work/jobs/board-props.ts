import { APPROVE, COMPLETE, DRAFT, REVIEW } from '#db/job-status.ts'
import { listCustomCardCategories } from '#db/queries/documents.ts'
import { menuBoards } from '#db/queries/work/boards.ts'
import type { TenantDb } from '#db/types.ts'
import type { BoardProps, BoardRights } from '#islands/board/props.ts'
import { isPermitted } from '#server/access/board-permissions.ts'
import type { ClaimHolder } from '#server/access/claims.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { listPrintableKinds } from '#server/documents/texts.ts'
import { cachedByReferenceVersion } from '#server/reference-cache.ts'
import { jobsSegment, readLabels } from '#server/resources.ts'
import { readToday, readZone } from '#server/zone.ts'
import type { BoardTabRights } from '#views/work/jobs/board-tabs.tsx'
import type { CachedCard } from './cached-cards.ts'
import { fieldsBeforeLane } from './guard-move.ts'
import { jobForm } from './job-form.ts'
import { statusKey } from './status.ts'
import type { LanesFigures } from './types.ts'

export const boardLabels = cachedByReferenceVersion((db) => {
  const labels = readLabels(db)
  return { labels, segment: jobsSegment(labels), boards: menuBoards(db) }
})

const customCardCategories = cachedByReferenceVersion(listCustomCardCategories)

export const boardAt = (db: TenantDb, viewer: Viewer, segment: string, slug: string) => {
  const labels = boardLabels(db)
  if (segment !== labels.segment) return
  return labels.boards.find((board) => board.slug === slug && viewer.boards.has(board.id))
}

export const boardTabRights = ({ can }: ClaimHolder): BoardTabRights => ({
  works: can('steps.work'),
  schedules: can('schedule.read'),
  delivers: can('delivery.read'),
  plans: can('stock.read'),
})

type Asked = {
  board: { id: string; name: string; slug: string }
  cached: readonly CachedCard[]
  figures: LanesFigures
  seq: number
  open?: string
}

export function boardProps(
  db: TenantDb,
  viewer: Viewer,
  { board, cached, figures, seq, open }: Asked,
): BoardProps {
  const { labels, segment, boards } = boardLabels(db)
  const zone = readZone(db)
  return {
    board,
    boards: boards.filter(({ id }) => viewer.boards.has(id)),
    lanes: [DRAFT, REVIEW, APPROVE, COMPLETE].map((status) => ({
      status,
      label: labels[statusKey(status)] ?? String(status),
      needs: fieldsBeforeLane(db, board.id, status),
    })),
    cards: cached.map(({ card }) => card),
    figures: figures.lanes,
    total: figures.total,
    inhistory: figures.inhistory,
    filtered: figures.filtered,
    seq,
    today: readToday(db),
    zone,
    can: boardRights(viewer, board.id),
    filters: filterChoices(cached),
    open,
    labels,
    jobssegment: segment,
    form: jobForm(db),
    documents: listPrintableKinds(db, viewer.claims),
    customcards: customCardCategories(db),
  }
}

export function boardRights(viewer: Viewer, boardid: string): BoardRights {
  const permission = viewer.boards.get(boardid)
  const works = isPermitted(permission, 'work')
  const has = (claim: string) => viewer.claims.has(claim)
  return {
    write: works && has('jobs.write'),
    approve: works && has('jobs.approve'),
    delete: works && has('jobs.delete'),
    restore: viewer.admin && works && has('jobs.delete'),
    money: has('jobs.money'),
    materials: works && has('materials.write'),
    consume: works && has('materials.consume'),
    deliver: works && has('delivery.write'),
    notes: has('notes.write'),
    documents: has('documents.read'),
    history: has('history.read'),
    schedule: has('schedule.read'),
    clients: has('clients.read'),
    locations: has('locations.read'),
    newlocation: has('locations.write'),
    newcategory: has('categories.write'),
    newdivision: has('divisions.write'),
    newworker: has('workers.write'),
    inventory: has('inventory.read'),
    itemprices: has('inventory.write'),
    deliveries: has('delivery.read'),
    stock: has('stock.read'),
    purchase: has('purchase.write'),
    invoices: has('invoices.write'),
    issue: has('invoices.issue'),
    manage: isPermitted(permission, 'manage'),
    steps: works && has('steps.work'),
    assign: works && has('steps.assign'),
    timesheet: has('timesheet.read'),
    time: works && has('timesheet.write'),
    othertime: works && has('timesheet.manage'),
  }
}

/** Of the cards of a board that is kept, which many are shown. */
const choices = new WeakMap<readonly CachedCard[], BoardProps['filters']>()

function filterChoices(cached: readonly CachedCard[]): BoardProps['filters'] {
  const known = choices.get(cached)
  if (known) return known
  const found = {
    clients: distinct(cached.flatMap(({ card }) => card.client ?? [])),
    categories: distinct(cached.flatMap(({ card }) => card.categories)),
    assignees: distinct(cached.flatMap(({ card }) => card.assignee ?? [])),
  }
  choices.set(cached, found)
  return found
}

const distinct = <T extends { id: string; name: string }>(all: T[]): T[] =>
  [...new Map(all.map((one) => [one.id, one])).values()].sort((a, b) => (a.name < b.name ? -1 : 1))
