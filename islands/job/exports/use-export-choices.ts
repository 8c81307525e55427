import { useEffect, useState } from 'react'
import type { BoardRights } from '#islands/board/props.ts'
import { fetchData } from '#islands/lib/call.ts'
import { showError } from '#islands/lib/snackbar.ts'
import type { JobDetail } from '#server/domains/work/jobs/types.ts'

export type ExportChoice = { id: string; name: string; detail: string; delivered?: string | null }

/** What an export has to be chosen of; each undefined until it is there. */
export type ExportChoices = {
  pieces?: readonly ExportChoice[]
  lines?: readonly ExportChoice[]
  notes?: readonly ExportChoice[]
}

type Note = { id: string; number: string | null; delivered: string | null }
type Labels = { package: ExportChoice[]; storage: ExportChoice[] }

export function useExportChoices({ id, template }: JobDetail, can: BoardRights): ExportChoices {
  const [choices, setChoices] = useState<ExportChoices>({})
  const hasnotes = can.deliveries && !template

  useEffect(() => {
    const add = (more: ExportChoices) => setChoices((known) => ({ ...known, ...more }))
    fetchData<Labels>(`/api/jobs/${id}/labels`).then(
      (labels) => add({ pieces: labels.package, lines: labels.storage }),
      showError,
    )
    if (hasnotes)
      fetchData<Note[]>(`/api/delivery/job/${id}`).then((notes) => add({ notes: issued(notes) }), showError)
  }, [id, hasnotes])

  return choices
}

const issued = (notes: readonly Note[]): ExportChoice[] =>
  notes.flatMap(({ id, number, delivered }) =>
    number ? [{ id, name: number, detail: delivered ? 'delivered' : '', delivered }] : [],
  )
