import type { Page } from 'playwright'

/**
 * Lets React draw one slice, by a clock that says that it took long, and holds back the message by which it asks for the
 * next, until `release`. The page is to be an `isolated` one. Before the page is opened, unless it stands already.
 */
export async function holdSlices(page: Page) {
  await (page.url() === 'about:blank' ? page.addInitScript(holdSecond) : page.evaluate(holdSecond))
  return {
    /** Until the second slice has been asked for. */
    held: () => page.waitForFunction(() => 'release' in window),
    release: () => page.evaluate(() => (window as unknown as { release: () => void }).release()),
  }
}

function holdSecond() {
  const now = performance.now.bind(performance)
  let ahead = 0
  // React looks before it begins, and then at each part: a slice of 5 ms ends after a few.
  performance.now = () => {
    ahead += 2
    return now() + ahead
  }
  const post = MessagePort.prototype.postMessage
  let first = true
  MessagePort.prototype.postMessage = function (this: MessagePort, ...message: [unknown]) {
    if (first) {
      first = false
      post.apply(this, message)
      return
    }
    MessagePort.prototype.postMessage = post
    performance.now = () => now() + ahead
    Object.assign(window, { release: () => post.apply(this, message) })
  } as typeof post
}
