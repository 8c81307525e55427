import { APPROVE, isLane } from '#db/job-status.ts'
import { countJobEquipment } from '#db/queries/stock/equipment.ts'
import { listTemplateRepeats } from '#db/queries/work/frequency.ts'
import { listLinkFacts } from '#db/queries/work/job-links.ts'
import { detailRow } from '#db/queries/work/jobs.ts'
import { clients } from '#db/schema/tenant/index.ts'
import type { TenantDb } from '#db/types.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { clientParty } from '#server/documents/parties.ts'
import { listShortOfJob } from '#server/domains/purchasing/orders/short-of-job.ts'
import { missingOfClient, missingWords } from '#server/domains/sales/invoices/vat-invoice-requirements.ts'
import { repeatDates } from '#server/domains/work/frequency/plan-repeat.ts'
import { answerVerb } from '#server/domains/work/joblinks/answer-verbs.ts'
import { changedSinceApproval } from '#server/domains/work/joblinks/changed-since-approval.ts'
import { newestLink } from '#server/domains/work/joblinks/present-link.ts'
import { readSignOffs } from '#server/domains/work/signoffs/sign-off-job.ts'
import { notFound } from '#server/errors.ts'
import { toDecimal } from '#server/money/decimal.ts'
import type { NamesOf, ShownOf } from '#server/record-fields.ts'
import { getRecord } from '#server/records.ts'
import { readZone } from '#server/zone.ts'
import { formatQuantity } from '#views/format.ts'
import { plainRepeatName } from '#views/ui/repeat-frequencies.ts'
import { type JobFieldName, jobFieldNames, jobFields } from './fields.ts'
import { visibleJob } from './find-job.ts'
import { readCards, toReferenced, withoutMoney } from './present-cards.ts'
import { shownFeedback } from './shown-feedback.ts'
import type { JobCard, JobDetail, JobLinkFacts } from './types.ts'

export function readJob(db: TenantDb, viewer: Viewer, id: string): JobDetail {
  visibleJob(db, viewer, id)
  const money = viewer.claims.has('jobs.money')
  const full = readCards(db, [id]).get(id)
  const row = detailRow(db, id)
  if (!full || !row) throw notFound('job')
  return {
    ...(money ? full.card : withoutMoney(full.card)),
    ...presentDetailFields(full.card, row),
    board: { id: row.boardid, name: row.boardname, slug: row.boardslug },
    permission: viewer.boards.get(row.boardid) ?? 'see',
    template: row.template,
    repeats: row.template ? presentRepeats(db, id) : [],
    estimatesentutc: row.estimatesentutc,
    depositpercent: row.depositpercent === null ? null : toDecimal(row.depositpercent, 'percent'),
    depositdue: full.depositdue,
    approvedutc: row.approvedutc,
    approvedby: row.approvedutc ? { id: row.approvedby, name: row.approvedname } : null,
    statusbefore: row.statusbefore,
    clientlinks: listLinkFacts(db, id).map(presentLinkFacts),
    estimateoutdated: row.approvedutc === null && newestLink(db, id, 'approve')?.outdated === true,
    signoffs: readSignOffs(db, id),
    changed: money && isLane(row.status) ? presentChanged(db, id) : null,
    pieces: countJobEquipment(db, id),
    warninglist: full.warnings,
    invoiceneeds: money && isLane(row.status) ? listInvoiceNeeds(db, row.client) : [],
    ...presentShort(
      row.status === APPROVE && !row.template && viewer.claims.has('stock.read')
        ? listShortOfJob(db, id)
        : [],
    ),
  }
}

const presentRepeats = (db: TenantDb, template: string): JobDetail['repeats'] =>
  listTemplateRepeats(db, template).flatMap((row) => {
    const dates = repeatDates(row, { zone: readZone(db), now: db.now() })
    if (!dates) return []
    const { frequency, due, next } = dates
    const name = row.name === plainRepeatName(frequency) ? null : row.name
    return [{ category: row.category, name, frequency, next: due[0] ?? next }]
  })

const presentShort = (items: ReturnType<typeof listShortOfJob>) => ({
  short: items
    .filter(({ order }) => order > 0)
    .map(({ name, needed }) => (needed > 0 ? name : `${name} (used: its stock is below zero)`)),
  tomake: items
    .filter(({ make }) => make > 0)
    .map(({ inventoryid, name, unit, make }) => ({
      ...{ inventoryid, name, unit },
      quantity: toDecimal(make, 'quantity'),
    })),
  drafted: items
    .filter(({ drafted }) => drafted > 0)
    .map(({ drafted, unit, name }) => `${formatQuantity(drafted, unit)} ${name}`),
})

function presentChanged(db: TenantDb, id: string): JobDetail['changed'] {
  const changed = changedSinceApproval(db, id)
  if (!changed) return null
  const { approved, now } = changed
  return { ...changed, approved: toDecimal(approved, 'cents'), now: toDecimal(now, 'cents') }
}

function listInvoiceNeeds(db: TenantDb, client: string | null): string[] {
  return client ? missingOfClient(clientParty(getRecord(db, clients, client))).map(missingWords) : []
}

const presentLinkFacts = ({
  setid,
  answer,
  ...row
}: ReturnType<typeof listLinkFacts>[number]): JobLinkFacts => ({
  purpose: row.purpose,
  createdutc: row.createdutc,
  expires: row.expiresutc,
  openedutc: row.openedutc,
  ended: row.ended,
  answer:
    (setid &&
      answer && {
        set: setid,
        answer,
        words: answerVerb(row.purpose, answer),
        name: row.name ?? '',
        comment: row.comment ?? '',
        dateutc: row.answeredutc ?? '',
        signature: row.signatureid,
      }) ||
    null,
})

type DetailFields = Omit<ShownOf<typeof jobFields>, keyof JobCard>
type References = NamesOf<typeof jobFields, { kind: 'reference' }>

/** Each of the fields beside the card's, and of a reference the name of its record as `<field>name`. */
type DetailFieldRow = Record<keyof DetailFields, unknown> &
  Record<`${References & keyof DetailFields}name`, string | null>

function presentDetailFields(card: JobCard, row: DetailFieldRow): DetailFields {
  const names = jobFieldNames.filter((name) => !(name in card))
  return Object.fromEntries(names.map((name) => [name, presentField(row, name)])) as DetailFields
}

function presentField(row: Record<string, unknown>, name: JobFieldName): unknown {
  if (name === 'feedback') return shownFeedback(String(row[name]))
  if (jobFields[name].kind !== 'reference') return row[name]
  return toReferenced(row[name] as string | null, (row[`${name}name`] ?? null) as string | null)
}
