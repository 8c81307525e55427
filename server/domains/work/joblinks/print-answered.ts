import type { LinkPurpose } from '#db/schema/tenant/index.ts'
import { print } from '#server/documents/print.ts'
import type { FileStore } from '#server/files.ts'
import { answerVerb } from './answer-verbs.ts'
import type { LinkAnswer } from './link-reader.ts'
import type { Shown } from './shown.ts'

type Requester = Parameters<typeof print>[1]
type Answered = { shown: Shown; purpose: LinkPurpose; answered: LinkAnswer; zone: string }

/** The paper as it was shown, and who answered what and when under it. @throws as `print` */
export function printAnswered(
  files: FileStore,
  requester: Requester,
  { shown, purpose, answered, zone }: Answered,
): Promise<Uint8Array> {
  const { answer: given, name, dateutc: time, comment, signature } = answered
  const answer = { verb: answerVerb(purpose, given), name, time, zone, comment, signature }
  return print(
    files,
    requester,
    shown.document === 'estimate'
      ? { document: 'estimate', data: { ...shown.data, answer } }
      : { document: 'card', data: { ...shown.data, answer } },
  )
}
