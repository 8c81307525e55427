import { delegate, findElement } from './page.ts'
import { scan } from './scans.ts'
import { snackbar } from './snackbars.ts'

type Detector = { detect(video: HTMLVideoElement): Promise<{ rawValue: string }[]> }

// Often enough to feel at once, and kind to a phone's battery.
const everyms = 200

export function watchCamera(): void {
  const { BarcodeDetector } = window as { BarcodeDetector?: new () => Detector }
  const button = findElement('#scan [data-camera]')
  if (!BarcodeDetector || !navigator.mediaDevices?.getUserMedia || !button) return
  button.hidden = false
  delegate('click', '#scan [data-camera]', () => void look(new BarcodeDetector()))
}

async function look(detector: Detector): Promise<void> {
  const dialog = findElement<HTMLDialogElement>('#scan')
  const video = findElement<HTMLVideoElement>('#scan video')
  if (!dialog || !video || video.srcObject) return
  try {
    const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
    const stop = () => {
      for (const track of stream.getTracks()) track.stop()
      video.srcObject = null
      video.hidden = true
    }
    dialog.addEventListener('close', stop, { once: true })
    if (!dialog.open) return stop()
    video.srcObject = stream
    video.hidden = false
    await video.play()
    const code = await read(detector, video)
    stop()
    if (code) scan(code)
  } catch {
    snackbar({
      level: 'warning',
      message: 'The camera could not be used. Type the code, or allow the camera.',
    })
  }
}

async function read(detector: Detector, video: HTMLVideoElement): Promise<string | undefined> {
  while (video.srcObject) {
    const [code] = await detector.detect(video).catch(() => [])
    if (code?.rawValue) return code.rawValue
    await new Promise((done) => setTimeout(done, everyms))
  }
}
