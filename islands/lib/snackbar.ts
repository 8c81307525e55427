import type { Snack } from '#islands/client/api.ts'
import { messageOf } from './call.ts'

/** A passing message of the page. */
export const showSnackbar = (snack: Snack) => window.joblane.snackbar(snack)

export const showError = (error: unknown) => showSnackbar({ level: 'error', message: messageOf(error) })
