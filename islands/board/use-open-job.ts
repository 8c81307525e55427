import { startTransition, useEffect, useState } from 'react'
import type { StageAction } from '#islands/job/stages.tsx'
import { setQuery } from '#islands/lib/address.ts'
import { fetchData, isRefusal } from '#islands/lib/call.ts'
import { showError, showSnackbar } from '#islands/lib/snackbar.ts'
import type { JobDetail } from '#server/domains/work/jobs/types.ts'

/** `back`: the page that closing it leads back to. */
type Opened = Pick<JobDetail, 'id' | 'reference'> & {
  template?: boolean
  begin?: StageAction
  tab?: string
  back?: string
}

const MYWORK = '/mywork'

/** `templates`: their page, since what is copied stands on no board. */
export function useOpenJob(
  reference: string | undefined,
  cards: ReadonlyMap<string, Opened>,
  templates: string,
) {
  const [opened, setOpened] = useState<Opened>()

  function open({ id, reference }: Opened, begin?: StageAction): void {
    setQuery({ open: reference.toLowerCase() })
    setOpened({ id, reference, begin })
  }

  function close(): void {
    setQuery({ open: null, next: null, tab: null })
    setOpened(undefined)
    if (opened?.back) location.assign(opened.back)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: only the address that the page came with opens a job by itself
  useEffect(() => {
    if (!reference) return
    const onboard = [...cards.values()].find(
      (card) => card.reference.toLowerCase() === reference.toLowerCase(),
    )
    const asked = new URLSearchParams(location.search)
    const [begin, tab] = [asked.has('next') ? ('focus' as const) : undefined, asked.get('tab') ?? undefined]
    const came = tab !== undefined && cameFrom(MYWORK) ? MYWORK : undefined
    const show = ({ id, reference, template }: Opened) => {
      const back = template ? templates : came
      startTransition(() => setOpened({ id, reference, begin, tab, back }))
    }
    if (onboard) return show(onboard)
    fetchData<Opened>(`/api/jobs/reference/${encodeURIComponent(reference)}?brief=true`).then(
      show,
      (error) => {
        setQuery({ open: null, next: null, tab: null })
        if (!isRefusal(error) || error.status !== 404) return showError(error)
        showSnackbar({
          level: 'warning',
          message: `There is no job ${reference.toUpperCase()}, or you may not see it.`,
        })
      },
    )
  }, [])

  return { opened, open, close }
}

const cameFrom = (path: string) => document.referrer !== '' && new URL(document.referrer).pathname === path
