import { cardRows } from '#db/queries/work/jobs.ts'
import { getPermittedJob, visibleJob } from '#server/domains/work/jobs/find-job.ts'
import { ById } from '#server/http/fields.ts'
import { fragment, listData, saved } from '#server/http/reply.ts'
import { action, api, page, type Route } from '#server/http/route.ts'
import { readZone } from '#server/zone.ts'
import { SignOffDialog } from '#views/work/signoffs/dialog.tsx'
import { NewSignOff } from './input.ts'
import { readSignOffs, signOffJob } from './sign-off-job.ts'

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
            zone={readZone(db)}
          />,
        )
      }),
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
