import type { Level } from '#views/ui/small.tsx'

/** A passing message; the same shape as `HX-Trigger: {"snackbar": …}`. */
export type Snack = { level?: Level; message: string; undo?: Undo }

/** The server undoes what its address says; an island undoes by itself. */
export type Undo = ({ url: string } | { act: () => void }) & { label?: string }

/** What islands may ask of the page that they stand in, as `window.joblane`. */
export type Joblane = {
  /** Shows a passing message; what it returns takes it away early. */
  snackbar(snack: Snack): () => void
  /** Loads a dialog over the page. */
  dialog(url: string): Promise<void>
  /** Asks with Cancel and Confirm. */
  confirm(question: string): Promise<boolean>
}

declare global {
  interface Window {
    joblane: Joblane
  }
}
