import { call } from '#islands/lib/call.ts'
import { showError, showSnackbar } from '#islands/lib/snackbar.ts'

/** The person is told what came of it. */
export async function planLineInputs(lineid: string): Promise<void> {
  try {
    const answer = await call<{ added: number; changed: number }>('POST', `/api/materials/${lineid}/inputs`)
    const { added, changed } = answer.data
    const done = `Inputs planned: ${added} added, ${changed} changed`
    showSnackbar(
      answer.message
        ? { level: 'warning', message: `${done}. ${answer.message}` }
        : { level: 'success', message: done },
    )
  } catch (error) {
    showError(error)
  }
}
