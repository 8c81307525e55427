import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { shrinkForPrint } from '#server/files/print-pictures.ts'
import { renderPdf } from '#server/pdf/render.ts'
import { organisation } from '#tests/pdf/samples.ts'
import type { Program } from '#tests/support/program.ts'
import { demoFolder, removeTemporaryFolders, serveFolder } from '#tests/tasks/support.ts'
import type { AttachmentReportData } from '#views/documents/types.ts'
import { memoryMb, signInByForm } from './import-memory.ts'
import { lagMeter } from './lag.ts'
import { type Row, row } from './table.ts'

const PHOTOS = 40
const LOOK_MS = 20

/** The report of forty photos of a camera: what it takes beside what the program holds idle, and how long it answers nobody. */
export async function benchAttachmentReport(): Promise<Row[]> {
  const program = await serveFolder(await demoFolder())
  try {
    const headers = { cookie: await signInByForm(program) }
    const [job] = (await (await fetch(`${program.base}/api/jobs?take=1`, { headers })).json()).data
    const photo = await cameraPhoto()
    for (let at = 1; at <= PHOTOS; at++) await upload(program, headers, job.id, photo, at)
    await Bun.sleep(5_000)
    const idle = memoryMb(program)
    const watch = watchMemory(program)
    const started = performance.now()
    const report = await fetch(`${program.base}/render/attachment/${job.id}`, { headers })
    const { size } = await report.blob()
    const seconds = (performance.now() - started) / 1000
    const most = watch()
    const alone = { reference: Number.NaN }
    const what = `report of ${PHOTOS} photos of ${(photo.length / 1e6).toFixed(1)} MB`
    return [
      row({
        ...alone,
        what: `${what}, memory above idle`,
        ours: most - idle,
        unit: 'MB',
        reach: 'at most 250 MB',
      }),
      row({
        ...alone,
        what: `${what}, longest that nobody is answered`,
        ours: await holdMs(photo),
        unit: 'ms',
        reach: 'at most 100 ms',
      }),
      row({ ...alone, what, ours: seconds, unit: 's', reach: 'at most 30 s' }),
      row({ ...alone, what: `${what}, size`, ours: size / 1e6, unit: 'MB', reach: 'at most 20 MB' }),
    ]
  } finally {
    await program.stop()
    removeTemporaryFolders()
  }
}

/** 12 megapixels with the grain of a camera. */
async function cameraPhoto(): Promise<Uint8Array> {
  const [width, height] = [1_000, 750]
  const grain = crypto.getRandomValues(new Uint8Array(60_000))
  const bitmap = Buffer.alloc(54 + width * height * 3)
  bitmap.write('BM')
  bitmap.writeUInt32LE(bitmap.length, 2)
  bitmap.writeUInt32LE(54, 10)
  bitmap.writeUInt32LE(40, 14)
  bitmap.writeInt32LE(width, 18)
  bitmap.writeInt32LE(height, 22)
  bitmap.writeUInt16LE(1, 26)
  bitmap.writeUInt16LE(24, 28)
  for (let at = 54; at < bitmap.length; at++) bitmap[at] = 80 + ((grain[(at * 7) % grain.length] ?? 0) >> 1)
  const large = new Bun.Image(bitmap).resize(4_000, 3_000)
  return large.jpeg({ quality: 88 }).bytes()
}

async function upload(
  program: Program,
  headers: Record<string, string>,
  id: string,
  photo: Uint8Array,
  at: number,
) {
  const body = new FormData()
  body.set('referenceid', id)
  body.set('filename', `Photo ${at}`)
  body.set('file', new File([photo as BlobPart], `photo ${at}.jpg`))
  const { status } = await fetch(`${program.base}/api/documents/file`, { method: 'POST', headers, body })
  if (status !== 200) throw new Error(`The photo was answered with ${status}`)
}

/** The most memory until it is asked. */
function watchMemory(program: Program) {
  let most = 0
  const clock = setInterval(() => {
    most = Math.max(most, memoryMb(program))
  }, LOOK_MS)
  return () => {
    clearInterval(clock)
    return most
  }
}

/** In this thread, where the program does nothing else: how long it answers nobody. */
async function holdMs(photo: Uint8Array): Promise<number> {
  const requester = { accountid: 'bench', userid: 'bench' }
  const file = Bun.file(join(tmpdir(), `photo-${process.pid}.jpg`))
  await file.write(photo)
  const photos: AttachmentReportData['photos'] = []
  const data = { ...EMPTY, organisation, photos }
  // The first document compiles its layout.
  await renderPdf(requester, { document: 'attachments', data })
  const stop = lagMeter()
  for (let at = 0; at < PHOTOS; at++) {
    const bytes = await shrinkForPrint(requester, 'image/jpeg', () => file)
    if (bytes) photos.push({ bytes, caption: `Photo ${at}` })
  }
  await renderPdf(requester, { document: 'attachments', data }, [])
  await file.delete()
  return stop()
}

const EMPTY = {
  reference: 'X',
  client: '',
  site: '',
  subject: '',
  printed: '',
  perpage: 4 as const,
  files: [],
}
