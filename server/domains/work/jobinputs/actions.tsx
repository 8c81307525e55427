import { findBuild } from '#db/queries/work/job-inputs.ts'
import { findLinePlace } from '#db/queries/work/materials.ts'
import type { Tx } from '#db/tenants.ts'
import type { TenantDb } from '#db/types.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { changeableJob, visibleJob } from '#server/domains/work/jobs/find-job.ts'
import { notFound } from '#server/errors.ts'
import { ById, NoBody } from '#server/http/fields.ts'
import { dataReply, fragment, noSwapReply, snackbarHeaders } from '#server/http/reply.ts'
import { action, api, page, type Route } from '#server/http/route.ts'
import { asQuantity } from '#server/money/decimal.ts'
import { bringInputs, findProductLine } from './bring-inputs.ts'
import { finishShares, jobInputsDialog } from './dialog.tsx'
import { finishProduct, undoFinish } from './finish-product.ts'
import { Finish, FinishForm, InputFor, SharesQuery, typedInputs } from './input.ts'
import { linkInput } from './link-input.ts'
import { presentJobInputs } from './present.ts'
import { bookWorkedInputs } from './worked-inputs.ts'

function permitLine(db: TenantDb, viewer: Viewer, lineid: string, to: 'see' | 'change') {
  const line = findLinePlace(db, lineid)
  if (!line) throw notFound('line')
  if (to === 'see') visibleJob(db, viewer, line.jobid)
  else changeableJob(db, viewer, line.jobid)
}

function permitBuild(tx: Tx, viewer: Viewer, buildid: string) {
  const build = findBuild(tx.db, buildid)
  if (!build) throw notFound('finished quantity')
  changeableJob(tx.db, viewer, build.jobid)
}

const said = (message: string, { warning, undo }: { warning?: string; undo?: string } = {}) =>
  noSwapReply(
    snackbarHeaders(warning ? `${message}. ${warning}` : message, {
      level: warning ? 'warning' : 'success',
      undo,
      closedialog: true,
      refresh: { table: 'stock jobs' },
    }),
  )

const warned = (warnings: readonly string[]) => ({ message: [...new Set(warnings)].join(' ') || undefined })

export const jobInputsRoutes: Route[] = [
  api(
    'GET /api/materials/:id/inputs',
    {
      claim: 'jobs.read',
      params: ById,
      summary: 'The inputs of a product line beside what its item is made of, and what of it is finished.',
    },
    (c) =>
      c.read((db, viewer) => {
        permitLine(db, viewer, c.params.id, 'see')
        return presentJobInputs(db, c.params.id)
      }),
  ),

  page(
    'GET /joblines/:id/inputs',
    {
      claim: 'jobs.read',
      params: ById,
      summary: 'The dialog of a product line: its inputs, and finishing it.',
    },
    (c) =>
      c.read((db, viewer) => {
        permitLine(db, viewer, c.params.id, 'see')
        return fragment(jobInputsDialog(c, db, c.params.id))
      }),
  ),

  page(
    'GET /joblines/:id/shares',
    {
      claim: 'jobs.read',
      params: ById,
      query: SharesQuery,
      summary: 'What a quantity of a product takes of each of its lines, by the plan.',
    },
    (c) =>
      c.read((db, viewer) => {
        permitLine(db, viewer, c.params.id, 'see')
        return fragment(finishShares(db, c.params.id, c.query.quantity || asQuantity(0)))
      }),
  ),

  ...action(
    { api: 'POST /api/materials/:id/inputs', page: 'POST /joblines/:id/inputs' },
    {
      claim: 'materials.write',
      params: ById,
      body: NoBody,
      summary:
        'Plans the inputs of a product line as its item is made: adds what is missing, sets what differs.',
    },
    (tx, viewer, c) => {
      permitLine(tx.db, viewer, c.params.id, 'change')
      const { warnings, ...brought } = bringInputs(tx, findProductLine(tx, c.params.id))
      return dataReply({ ...brought, ...presentJobInputs(tx.db, c.params.id) }, warned(warnings))
    },
    ({ added, changed }, _, warning) =>
      said(
        added + changed === 0
          ? 'Its inputs are planned as it is made already'
          : `Inputs planned: ${added} added, ${changed} changed`,
        { warning },
      ),
  ),

  ...action(
    { api: 'PUT /api/materials/:id/product', page: 'POST /joblines/:id/product' },
    {
      claim: 'materials.write',
      params: ById,
      body: InputFor,
      summary: 'Says which product of its job an input goes into, or that it is for the job itself.',
    },
    (tx, viewer, c) => {
      permitLine(tx.db, viewer, c.params.id, 'change')
      const line = linkInput(tx, c.params.id, c.body.jobproduct)
      return dataReply({ id: line.id, version: line.version, jobproduct: line.jobproduct || null })
    },
    ({ jobproduct }) =>
      said(jobproduct ? 'It is an input of this product now' : 'It is for the job itself now'),
  ),

  ...action(
    { api: 'POST /api/materials/:id/finish', page: 'POST /joblines/:id/finish' },
    {
      claim: 'materials.consume',
      params: ById,
      body: Finish,
      form: {
        params: ById,
        body: FinishForm,
        input: ({ body: { quantity, version, ...typed } }) => ({
          body: { quantity, version, inputs: typedInputs(typed) },
        }),
      },
      summary:
        'Books a quantity of a product in and its inputs out, all or none; labour as it was worked, where time says so.',
    },
    (tx, viewer, c) => {
      permitLine(tx.db, viewer, c.params.id, 'change')
      const booked = bookWorkedInputs(tx, viewer, c.params.id, c.body.inputs)
      const { buildid, warnings } = finishProduct(tx, c.params.id, c.body)
      return dataReply(
        { ...presentJobInputs(tx.db, c.params.id), build: buildid },
        warned([...booked, ...warnings]),
      )
    },
    ({ build }, _, warning) => said('Finished', { warning, undo: `/joblines/finished/${build}/undo` }),
  ),

  ...action(
    { api: 'DELETE /api/materials/finished/:id', page: 'POST /joblines/finished/:id/undo' },
    {
      claim: 'materials.consume',
      params: ById,
      body: NoBody,
      summary: 'Takes a finished quantity back: its inputs return at what they were worth.',
    },
    (tx, viewer, c) => {
      permitBuild(tx, viewer, c.params.id)
      const { line, warnings } = undoFinish(tx, c.params.id)
      return dataReply(presentJobInputs(tx.db, line.id), warned(warnings))
    },
    (_, _c, warning) => said('Taken back: its inputs are in stock again', { warning }),
  ),
]
