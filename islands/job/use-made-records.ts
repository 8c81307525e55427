import { useState } from 'react'
import { forgetNames } from '#islands/lib/lookups.ts'
import type { ReferencedRecord } from '#server/domains/work/jobs/types.ts'

/** Records that were made where a list lacked them; `open` shows the small form at that address. */
export function useMadeRecords() {
  const [records, setRecords] = useState<readonly ReferencedRecord[]>([])

  function open(url: string, choose?: (id: string) => void): void {
    void window.joblane.create(url, ({ id, name }) => {
      forgetNames()
      setRecords((held) => [...held, { id, name }])
      choose?.(id)
    })
  }

  return { records, open }
}
