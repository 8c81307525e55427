import { visibleJob } from '#server/domains/work/jobs/find-job.ts'
import type { Context } from '#server/http/context.ts'
import { ById } from '#server/http/fields.ts'
import { dataReply, fragment, saved } from '#server/http/reply.ts'
import { action, api, page, type Route } from '#server/http/route.ts'
import { BillDialog, BillSums } from '#views/work/timesheet/bill.tsx'
import { billTime, leaveOutTime } from './bill-time.ts'
import { BillQuery, ByChoice, TimeBill, TimeBillForm } from './input.ts'
import { planBill } from './plan-bill.ts'
import { presentBill } from './present-bill.ts'
import { TAKEN_BACK, undoTimeChoice } from './undo-choice.ts'

const claim = 'materials.write'

type FormBody = { entryids?: string | string[]; inventoryid?: string | null; beside?: boolean }

const choiceFrom = ({ entryids = [], ...choice }: FormBody) => ({ ...choice, entryids: [entryids].flat() })

const show = (c: Context) => ({ showsmoney: c.can('jobs.money'), cansearch: c.can('inventory.read') })

/** Worked time becomes lines of its job. */
export const billRoutes: Route[] = [
  api(
    'GET /api/jobs/:id/timesheet/bill',
    {
      claim,
      params: ById,
      query: BillQuery,
      summary:
        'The lines that worked time would make, none of which is there yet; with `steplabour` as they would be for these labour items.',
    },
    (c) =>
      c.read((db, viewer) =>
        presentBill(planBill(db, visibleJob(db, viewer, c.params.id).id, c.query), c.can('jobs.money')),
      ),
  ),

  page(
    'GET /timesheets/bill/:id',
    { claim, params: ById, summary: 'The dialog that makes lines of the time worked on a job.' },
    (c) =>
      c.read((db, viewer) => {
        const job = visibleJob(db, viewer, c.params.id)
        return fragment(
          <BillDialog id={job.id} reference={job.reference} plan={planBill(db, job.id, {})} {...show(c)} />,
        )
      }),
  ),

  page(
    'POST /timesheets/bill/:id/sums',
    { claim, params: ById, body: TimeBillForm, summary: 'What the chosen time comes to. Changes nothing.' },
    (c) =>
      c.read((db, viewer) =>
        fragment(
          <BillSums
            plan={planBill(db, visibleJob(db, viewer, c.params.id).id, choiceFrom(c.body))}
            {...show(c)}
          />,
        ),
      ),
  ),

  ...action(
    { api: 'POST /api/jobs/:id/timesheet/bill', page: 'POST /timesheets/bill/:id' },
    {
      claim,
      params: ById,
      body: TimeBill,
      form: { params: ById, body: TimeBillForm, input: ({ body }) => ({ body: choiceFrom(body) }) },
      summary:
        'Books worked time in place of what a line of its labour item charges, or `beside` it, else on a new one; none is charged twice. `leaveout` says of it that it is not charged. `undo` takes it back.',
    },
    (tx, viewer, c) => {
      const { leaveout, ...choice } = c.body
      const settle = leaveout ? leaveOutTime : billTime
      const { warnings, ...billed } = settle(tx, viewer, c.params.id, choice)
      return dataReply(billed, { message: warnings.join(' ') || undefined })
    },
    ({ lines, entries, undo }, c, message) =>
      saved(
        message ||
          `${entries === 1 ? '1 entry stands' : `${entries} entries stand`} on ${lines.length === 1 ? 'a line' : `${lines.length} lines`} of the job now`,
        'jobs',
        `/timesheets/bill/${c.params.id}/undo/${undo}`,
      ),
  ),

  ...action(
    { api: 'POST /api/jobs/:id/timesheet/bill/:choice/undo', page: 'POST /timesheets/bill/:id/undo/:choice' },
    {
      claim,
      params: ByChoice,
      summary:
        'Takes a choice about worked time back, where neither its time nor its lines were changed since.',
    },
    (tx, viewer, c) => {
      undoTimeChoice(tx, viewer, c.params.id, c.params.choice)
      return dataReply(null, { message: TAKEN_BACK })
    },
    () => saved(TAKEN_BACK, 'jobs'),
  ),
]
