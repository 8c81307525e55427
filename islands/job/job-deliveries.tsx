import { useEffect, useState } from 'react'
import { fetchData } from '#islands/lib/call.ts'
import { showError } from '#islands/lib/snackbar.ts'
import type { JobDetail } from '#server/domains/work/jobs/types.ts'
import { MenuLine } from '#views/ui/menu.tsx'
import { PdfMenuItem } from './pdf-menu-item.tsx'

type Note = { id: string; number: string | null; delivered: string | null }

/** The papers of what left of a job: its issued delivery notes, and their proofs. */
export function JobDeliveryNotes({ job }: { job: JobDetail }) {
  const [notes, setNotes] = useState<readonly Note[]>([])

  // biome-ignore lint/correctness/useExhaustiveDependencies: what changed on the job may be a note
  useEffect(() => {
    fetchData<Note[]>(`/api/delivery/job/${job.id}`).then(setNotes, showError)
  }, [job.id, job.seq])

  const issued = notes.filter(({ number }) => number)
  if (issued.length === 0) return null
  return (
    <>
      <MenuLine />
      {issued.flatMap(({ id, number, delivered }) => [
        <PdfMenuItem key={id} href={`/render/deliverynote/${id}`}>{`Delivery note ${number}`}</PdfMenuItem>,
        delivered && (
          <PdfMenuItem
            key={`${id}-proof`}
            href={`/render/deliveryproof/${id}`}
          >{`Proof of delivery ${number}`}</PdfMenuItem>
        ),
      ])}
    </>
  )
}
