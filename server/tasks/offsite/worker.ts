import { describe } from './copy-changes.ts'
import type { CopierSettings } from './open-copier.ts'
import { replicateForever } from './replicate.ts'

declare const self: Worker

export type ReplicatorMessage = { ready: true } | { failed: string }

const say = (message: ReplicatorMessage) => self.postMessage(message)

self.onmessage = async ({ data }: MessageEvent<CopierSettings>) => {
  try {
    await replicateForever(data, () => new Date(), new AbortController().signal)
  } catch (error) {
    say({ failed: describe(error) })
  }
}

// What is posted to a worker while its modules load is lost, so it speaks first.
say({ ready: true })
