import type { Page } from 'playwright'

/**
 * Lets React draw one slice on a slow processor, and holds back the message by which it asks for the next, until
 * `release`. The page is to be an `isolated` one. Before the page is opened, unless it stands already.
 */
export async function holdSlices(page: Page) {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 8 })
  await (page.url() === 'about:blank' ? page.addInitScript(holdSecond) : page.evaluate(holdSecond))
  return {
    /** Until the second slice has been asked for. */
    async held() {
      await page.waitForFunction(() => 'release' in window)
      await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    },
    release: () => page.evaluate(() => (window as unknown as { release: () => void }).release()),
  }
}

function holdSecond() {
  const post = MessagePort.prototype.postMessage
  let first = true
  MessagePort.prototype.postMessage = function (this: MessagePort, ...message: [unknown]) {
    if (first) {
      first = false
      post.apply(this, message)
      return
    }
    MessagePort.prototype.postMessage = post
    Object.assign(window, { release: () => post.apply(this, message) })
  } as typeof post
}
