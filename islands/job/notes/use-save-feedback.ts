import { useEffect, useState } from 'react'
import { call, errorMessage, isRefusal } from '#islands/lib/call.ts'
import { showSnackbar } from '#islands/lib/snackbar.ts'
import type { JobDetail } from '#server/domains/work/jobs/types.ts'

type Options = {
  job: JobDetail
  take: (job: JobDetail) => void
  beforeWrite: () => Promise<JobDetail | undefined>
}

const MEANWHILE =
  'Someone else changed the feedback meanwhile. Yours is kept here: save again to put it in the place of theirs.'

export function useSaveFeedback({ job, take, beforeWrite }: Options) {
  /** What was saved last as it was typed, and what the server made of it or has from elsewhere. */
  const [saved, setSaved] = useState({ typed: job.feedback, stored: job.feedback, version: job.version })
  const [saving, setSaving] = useState(false)
  const [error, setError] = useState('')
  const [theirs, setTheirs] = useState<string>()

  // Another field of the job that was changed is no reason to ask.
  useEffect(() => {
    if (job.feedback === saved.stored && job.version > saved.version)
      setSaved((held) => ({ ...held, version: job.version }))
  }, [job, saved])

  async function save(html: string): Promise<void> {
    if (saving) return
    setSaving(true)
    setError('')
    const latest = await beforeWrite()
    if (latest) await send(html, latest)
    setSaving(false)
  }

  async function send(html: string, latest: JobDetail): Promise<void> {
    const version = latest.feedback === saved.stored ? latest.version : saved.version
    try {
      const { data } = await call<JobDetail>('POST', '/api/jobs/response', { jobid: job.id, html, version })
      setSaved({ typed: html, stored: data.feedback, version: data.version })
      setTheirs(undefined)
      take(data)
      showSnackbar({ level: 'success', message: 'Feedback saved' })
    } catch (thrown) {
      const current = isRefusal(thrown) && thrown.code === 'conflict' ? (thrown.data as JobDetail) : undefined
      if (!current) return setError((isRefusal(thrown) && thrown.fields?.html) || errorMessage(thrown))
      if (current.feedback === saved.stored) return send(html, current)
      setSaved({ typed: '', stored: current.feedback, version: current.version })
      setTheirs(current.feedback)
      setError(MEANWHILE)
    }
  }

  return { opened: saved.typed, saving, error, theirs, save }
}
