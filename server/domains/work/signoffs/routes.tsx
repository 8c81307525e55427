import { cardRows } from '#db/queries/work/jobs.ts'
import { getPermittedJob, visibleJob } from '#server/domains/work/jobs/find-job.ts'
import { sayOpenSteps } from '#server/domains/work/jobs/warn-at-once.ts'
import { ById } from '#server/http/fields.ts'
import { fragment, listData, saved } from '#server/http/reply.ts'
import { action, api, page, type Route } from '#server/http/route.ts'
import { readZone } from '#server/zone.ts'
import { RemoveSignOffDialog, SignOffDialog } from '#views/work/signoffs/dialog.tsx'
import { BySignOff, NewSignOff, SignOffRemoval } from './input.ts'
import { getSignOff, readSignOffs, removeSignOff, signOffJob } from './sign-off-job.ts'

const REMOVES = 'jobs.delete'

export const signOffRoutes: Route[] = [
  page(
    'GET /mywork/jobs/:id/signoff',
    { claim: 'steps.work', params: ById, summary: 'Where the client signs for the work of a job.' },
    (c) =>
      c.read((db, viewer) => {
        const { id, reference } = getPermittedJob(db, viewer, c.params.id)
        return fragment(
          <SignOffDialog
            jobid={id}
            reference={reference}
            description={cardRows(db, [id])[0]?.description ?? ''}
            signoffs={readSignOffs(db, id)}
            opensteps={sayOpenSteps(db, id)[0]?.message}
            zone={readZone(db)}
            canremove={c.can(REMOVES)}
          />,
        )
      }),
  ),

  page(
    'GET /mywork/jobs/:id/signoff/:signoffid/remove',
    { claim: REMOVES, params: BySignOff, summary: 'Asks why the signature of a client is removed.' },
    (c) =>
      c.read((db, viewer) => {
        const { id, signoffid } = c.params
        const { name } = getSignOff(db, viewer, id, signoffid)
        return fragment(<RemoveSignOffDialog jobid={id} id={signoffid} name={name} />)
      }),
  ),

  ...action(
    {
      api: 'POST /api/jobs/:id/signoffs/:signoffid/remove',
      page: 'POST /mywork/jobs/:id/signoff/:signoffid/remove',
    },
    {
      claim: REMOVES,
      params: BySignOff,
      body: SignOffRemoval,
      form: { body: SignOffRemoval },
      summary: 'Takes the signature of a client back, with a reason: the history keeps both.',
    },
    (tx, viewer, c) => {
      removeSignOff(tx, viewer, c.params.id, c.params.signoffid, c.body.reason)
      return { id: c.params.signoffid }
    },
    () => saved('Signature removed', 'work'),
  ),

  api(
    'GET /api/jobs/:id/signoffs',
    {
      claim: 'jobs.read',
      params: ById,
      summary: 'Who of the client signed for the work of a job, the newest first.',
    },
    (c) => c.read((db, viewer) => listData(readSignOffs(db, visibleJob(db, viewer, c.params.id).id))),
  ),

  ...action(
    { api: 'POST /api/jobs/:id/signoffs', page: 'POST /mywork/jobs/:id/signoff' },
    {
      claim: 'steps.work',
      canwait: true,
      params: ById,
      body: NewSignOff,
      form: { body: NewSignOff },
      summary: 'The client signs for the work of a job, with a name and a drawn signature.',
    },
    (tx, viewer, c) => {
      const id = signOffJob(tx, viewer, c.params.id, c.body)
      const signed = readSignOffs(tx.db, c.params.id).find((one) => one.id === id)
      if (!signed) throw new Error(`Sign-off ${id} is gone`)
      return signed
    },
    ({ name }) => saved(`Signed by ${name}`, 'work'),
  ),
]
