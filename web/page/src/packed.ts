/** unpacked fetches a file that is compressed by gzip, since not every host does that. It asks the
 * host whether a kept copy is current: files of different versions do not fit together. */
export async function unpacked(address: string, type: string): Promise<Response> {
  const file = await fetch(address, { cache: 'no-cache' })
  if (!file.ok) throw new Error(`${address}: HTTP ${file.status}`)
  return new Response(file.body!.pipeThrough(new DecompressionStream('gzip')), { headers: { 'Content-Type': type } })
}
