import { useState } from 'react'
import type { SaveError } from '#islands/lib/save-queue.ts'
import { showSnackbar } from '#islands/lib/snackbar.ts'

/** What is chosen is shown at once; a refusal takes it back and is told, since nothing is left to mark. */
export function useChoice<T>(save: (value: T) => Promise<SaveError>) {
  const [wanted, setWanted] = useState<T>()
  async function choose(value: T): Promise<void> {
    setWanted(value)
    const problem = await save(value)
    if (problem) showSnackbar({ level: 'error', message: problem })
    setWanted(undefined)
  }
  return { wanted, choose }
}
