import { lookup } from 'node:dns/promises'
import { BlockList, isIP, isIPv4, type LookupFunction } from 'node:net'

const inside = new BlockList()
const subnets: [string, number][] = [
  // This machine, private networks, those of carriers, and link-local, which has the metadata of cloud servers.
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['127.0.0.0', 8],
  ['100.64.0.0', 10],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  // Multicast and what is reserved.
  ['224.0.0.0', 3],
  ['::', 127],
  // These hold an IPv4 address, which may be any of those above.
  ['64:ff9b::', 96],
  ['2001::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
]
for (const [net, bits] of subnets) inside.addSubnet(net, bits, isIPv4(net) ? 'ipv4' : 'ipv6')

/** All addresses of a name. */
export type LookUpHost = (host: string) => Promise<{ address: string }[]>

/** What was set at a page leads into the server's own network. */
export class InsideAddressError extends Error {
  readonly code = 'INSIDE'
}

/**
 * An address of a host, to be connected to itself: a second look-up of the name could lead elsewhere. Rejects with an
 * InsideAddressError if any of its addresses is inside the server's network, and with the resolver's error.
 */
export async function outsideAddress(host: string, lookUp?: LookUpHost): Promise<string> {
  const [first = ''] = await outsideAddresses(host, lookUp)
  return first
}

/** For an agent, whose every connection looks the name up anew. Addresses themselves are never looked up: check them before. */
export function outsideLookup(lookUp?: LookUpHost): LookupFunction {
  return (host, { all }, done) => {
    outsideAddresses(host, lookUp).then(
      (found) => {
        const listed = found.map((address) => ({ address, family: isIP(address) }))
        const [{ address, family } = { address: '', family: 0 }] = listed
        if (all) done(null, listed)
        else done(null, address, family)
      },
      (error: Error) => done(error, ''),
    )
  }
}

async function outsideAddresses(
  host: string,
  lookUp: LookUpHost = (name) => lookup(name, { all: true }),
): Promise<string[]> {
  const plain = host.replace(/^\[|\]$/g, '')
  const found = isIP(plain) ? [plain] : (await lookUp(plain)).map(({ address }) => address)
  const isInside = (one: string) => inside.check(one, isIPv4(one) ? 'ipv4' : 'ipv6')
  if (found.length === 0 || found.some(isInside)) {
    throw new InsideAddressError(`${host} is inside the server's own network`)
  }
  return found
}
