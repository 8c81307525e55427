import type { SnackbarOptions } from '#islands/client/api.ts'
import { errorMessage } from './call.ts'

export const showSnackbar = (snack: SnackbarOptions) => window.joblane.snackbar(snack)

export const showError = (error: unknown) => showSnackbar({ level: 'error', message: errorMessage(error) })
