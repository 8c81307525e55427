/** An address of this site alone: never `//elsewhere`, a scheme, or what a browser would take for one. */
export const isOwnPath = (path: string) => path.length <= 500 && /^\/(?![/\\])[^\s\\]*$/.test(path)
