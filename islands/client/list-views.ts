/** A board changes its address by itself: what is saved is what the browser's address says now. */
export function watchListViews(): void {
  document.addEventListener('htmx:config:request', ({ detail: { ctx } }) => {
    if (!(ctx.sourceElement as HTMLElement).hasAttribute?.('data-view-search')) return
    const url = new URL(ctx.request.action, location.href)
    if (url.searchParams.get('path') !== location.pathname) return
    url.searchParams.set('search', location.search.slice(1))
    ctx.request.action = url.pathname + url.search
  })
}
