import { findSampleJob, markSampleJob } from '#db/queries/work/sample-job.ts'
import { boards, categories } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import type { Trade } from '#db/trades/trade.ts'
import type { TenantDb } from '#db/types.ts'
import { accountClaims, SYSTEMADMIN } from '#server/access/claims.ts'
import { loadViewer } from '#server/access/viewer.ts'
import { addResource } from '#server/crud/save.ts'
import { findDocumentKind } from '#server/documents/document-kinds.ts'
import { saveDocumentTexts } from '#server/documents/texts.ts'
import { item } from '#server/domains/catalogue/inventory/resource.ts'
import { markSamplePrices } from '#server/domains/catalogue/inventory/sample-prices.ts'
import { addStep } from '#server/domains/catalogue/steps/save-step.ts'
import { changeLabels } from '#server/domains/settings/labels/change-labels.ts'
import { organisation } from '#server/domains/settings/organisations/resource.ts'
import { addBoard } from '#server/domains/work/boards/save-board.ts'
import { addJob } from '#server/domains/work/jobs/save-job.ts'
import { addLines } from '#server/domains/work/materials/add-lines.ts'
import { OUTPUT } from '#server/domains/work/materials/line-roles.ts'
import { parsePercent, parseQuantity, parseRate } from '#server/money/decimal.ts'
import { getRecord, insert } from '#server/records.ts'
import { jobsSegment, readLabels } from '#server/resources.ts'

type Ids = Readonly<Record<string, string>>

/** What an organisation says of itself on its documents, beside its name. */
export type Letterhead = {
  addressline1?: string
  city?: string
  postalcode?: string
  number?: string
  email?: string
  vatnumber?: string
  vatcategory?: string
  bank?: string
  accountnumber?: string
  branchcode?: string
}

/** Fills a new account and returns the address of its first job. */
export function beginWithTrade(
  tx: Tx,
  userid: string,
  businessname: string,
  trade: Trade,
  letterhead: Letterhead = {},
): string {
  const { board, lanes = [], documents } = trade
  const { estimatedays, estimateterms, paymentdays, invoiceterms } = trade
  const terms = { estimatedays, estimateterms, paymentdays, invoiceterms }
  const own = addResource(organisation, tx, { name: businessname, ...letterhead, ...terms })
  changeLabels(tx, Object.fromEntries(lanes.map((name, at) => [`jobs.lane${at + 1}`, name])))
  for (const [kind, texts] of Object.entries(documents))
    saveDocumentTexts(tx, findDocumentKind(kind).name, texts)
  const jobcategories = addJobCategories(tx, trade)
  const items = addItems(tx, trade, addItemCategories(tx, trade))
  const boardid = addBoard(tx, { name: board, organisation: own.record.id })
  addFirstJob(tx, userid, trade.job, { boardid, jobcategories, items })
  return firstAddress(tx.db)
}

/** Where a business begins: with its sample job open, if it has one. */
export function firstAddress(db: TenantDb): string {
  const sample = findSampleJob(db)
  if (!sample) return '/'
  const segment = jobsSegment(readLabels(db))
  const { slug } = getRecord(db, boards, sample.boardid)
  return `/${segment}/${slug}/progress?open=${encodeURIComponent(sample.reference.toLowerCase())}`
}

/** Without a trade the business still has its name on its papers. */
export const addOwnOrganisation = (tx: Tx, name: string, letterhead: Letterhead = {}) =>
  addResource(organisation, tx, { name, ...letterhead })

function addJobCategories(tx: Tx, { jobcategories }: Trade): Ids {
  const added = jobcategories.map(({ name, colour, steps }) => {
    const { id } = insert(tx, categories, { name, colour, jobcategory: true })
    for (const step of steps) addStep(tx, { category: id, ...step })
    return [name, id]
  })
  return Object.fromEntries(added)
}

function addItemCategories(tx: Tx, { itemcategories }: Trade): Ids {
  const added = itemcategories.map(({ name, class: inventoryclass, nonpickable }) => [
    name,
    insert(tx, categories, { name, inventoryclass, nonpickable }).id,
  ])
  return Object.fromEntries(added)
}

function addItems(tx: Tx, { items }: Trade, itemcategories: Ids): Ids {
  const added = items.map(
    ({ code, name, unit, category, cost, markup }) =>
      addResource(item, tx, {
        code,
        materialname: name,
        baseunit: unit,
        category: itemcategories[category],
        rate: parseRate(cost),
        mupercent: parsePercent(markup),
      }).record,
  )
  markSamplePrices(tx, added)
  return Object.fromEntries(added.map(({ id }, at) => [items[at]!.code, id]))
}

type Place = { boardid: string; jobcategories: Ids; items: Ids }

function addFirstJob(
  tx: Tx,
  userid: string,
  { description, category, lines }: Trade['job'],
  { boardid, jobcategories, items }: Place,
): void {
  const viewer = loadViewer(tx.db, { userid, roles: [SYSTEMADMIN], claims: new Set(accountClaims) })
  const jobid = addJob(tx, viewer, { boardid, description, categories: [jobcategories[category]!] })
  markSampleJob(tx.db, jobid)
  addLines(
    tx,
    lines.map(({ code, quantity }) => ({
      jobid,
      // On the tab that Add lines leads to.
      role: OUTPUT,
      inventoryid: items[code],
      estimated: parseQuantity(quantity),
    })),
  )
}
