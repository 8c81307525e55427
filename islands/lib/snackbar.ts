import type { Snack } from '#islands/client/api.ts'
import { errorMessage } from './call.ts'

export const showSnackbar = (snack: Snack) => window.joblane.snackbar(snack)

export const showError = (error: unknown) => showSnackbar({ level: 'error', message: errorMessage(error) })
