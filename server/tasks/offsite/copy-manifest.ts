import { PLATFORM } from '#db/queries/offsite.ts'
import { WrongSetting } from '#server/setting-kinds.ts'
import { VERSION } from '#server/version.ts'
import { DEFAULT_ZONE, zonedTime } from '#server/zone.ts'

export const COPY_FORMAT = 1

/** A file as it lies at the place, in pieces of `PIECE_BYTES`. */
export type CopiedFile = { path: string; bytes: number; sha256: string; pieces: string[] }

/** What is written last: without it there is no copy. Uploads are listed apart, as most copies have the same ones. */
export type CopyManifest = {
  format: number
  joblane: string
  subject: string
  name: string
  madeutc: string
  files: CopiedFile[]
  lists: string[]
  bytes: number
  count: number
}

export const newManifest = (
  about: Omit<CopyManifest, 'format' | 'joblane' | 'bytes' | 'count'>,
  all: readonly CopiedFile[],
): CopyManifest => ({
  format: COPY_FORMAT,
  joblane: VERSION,
  ...about,
  bytes: all.reduce((sum, { bytes }) => sum + bytes, 0),
  count: all.length,
})

/** Directly; what the lists name stands in them. */
export type NamedPieces = { pieces: string[]; lists: string[] }

export const namedBy = ({ files, lists }: CopyManifest): NamedPieces => ({
  pieces: files.flatMap(({ pieces }) => pieces),
  lists,
})

const subjectFolder = (subject: string) => (subject === PLATFORM ? PLATFORM : `accounts/${subject}`)
export const copiesFolder = (subject: string) => `${subjectFolder(subject)}/copies`
export const piecesFolder = (subject: string) => `${subjectFolder(subject)}/pieces`

/** An ordinal goes first: whatever the clock says, the newest is the last. */
export const copyName = (ordinal: number, madeutc: string) =>
  `${String(ordinal).padStart(10, '0')}-${madeutc.replace(/[-:.]/g, '')}`

const NAME = /^(\d{10})-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z$/

export type CopyAt = { name: string; ordinal: number; madeutc: string }

/** Null of what Joblane did not write. */
export function readCopyName(name: string): CopyAt | null {
  const [, ordinal, year, month, day, hour, minute, second, ms] = NAME.exec(name) ?? []
  if (!ordinal) return null
  const madeutc = `${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}Z`
  return { name, ordinal: Number(ordinal), madeutc }
}

/** A moment without a zone is one of `zone`. @throws WrongSetting */
export function parseMoment(text: string, zone: string): string {
  try {
    const zoned = /(Z|[+-]\d\d:?\d\d)$/i.test(text)
    const moment = zoned
      ? Temporal.Instant.from(text)
      : Temporal.PlainDateTime.from(text).toZonedDateTime(zone).toInstant()
    return new Date(moment.epochMilliseconds).toISOString()
  } catch {
    throw new WrongSetting(
      `--at must be a moment such as 2026-11-20T10:00, which is one in ${zone}, or 2026-11-20T08:00Z, not "${text}".`,
    )
  }
}

/** For sentences of the terminal, the log and a mail, whose readers may be anywhere. */
export const showMoment = (utc: string) =>
  `${zonedTime(utc, DEFAULT_ZONE).toPlainDateTime().toString({ smallestUnit: 'second' }).replace('T', ' ')} (${DEFAULT_ZONE})`
