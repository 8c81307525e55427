import { dataReply, redirect } from '#server/http/reply.ts'
import { action, type Route } from '#server/http/route.ts'
import { removeSampleJob } from './remove-sample.ts'

export const sampleActions: Route[] = [
  ...action(
    { api: 'POST /api/samplejob/removal', page: 'POST /samplejob/removal' },
    {
      claim: 'jobs.delete',
      summary:
        'Removes the job that setup began with, with its lines, time and draft; its stock is put back.',
    },
    (tx, viewer) => {
      const { reference, warning } = removeSampleJob(tx, viewer)
      return dataReply({ reference }, { message: warning })
    },
    // All figures of the dashboard are others now.
    () => redirect('/'),
  ),
]
