import { useEffect, useState } from 'react'
import { setQuery } from '#islands/lib/address.ts'
import { fetchData } from '#islands/lib/call.ts'
import { showSnackbar } from '#islands/lib/snackbar.ts'
import type { JobCard } from '#server/domains/work/jobs/types.ts'

type Opened = { id: string; reference: string }

export function useOpenJob(reference: string | undefined, cards: ReadonlyMap<string, JobCard>) {
  const [opened, setOpened] = useState<Opened>()

  function open(job: Opened): void {
    setQuery({ open: job.reference.toLowerCase() })
    setOpened(job)
  }

  function close(): void {
    setQuery({ open: null })
    setOpened(undefined)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: only the address that the page came with opens a job by itself
  useEffect(() => {
    if (!reference) return
    const onboard = [...cards.values()].find(
      (card) => card.reference.toLowerCase() === reference.toLowerCase(),
    )
    if (onboard) return setOpened(onboard)
    fetchData<Opened>(`/api/jobs/reference/${encodeURIComponent(reference)}`).then(setOpened, () => {
      setQuery({ open: null })
      showSnackbar({
        level: 'warning',
        message: `There is no job ${reference.toUpperCase()}, or you may not see it.`,
      })
    })
  }, [])

  return { opened, open, close }
}
