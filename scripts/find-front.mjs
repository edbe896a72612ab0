import { existsSync } from 'node:fs'
import { installDebian, onPath } from './find-program.mjs'

const brotli = '/usr/lib/nginx/modules/ngx_http_brotli_static_module.so'

/**
 * The nginx that runs in production (deploy/front/Dockerfile), with what deploy/front/front.sh calls beside it: on this
 * machine, or installed. Throws a sentence that says what to do when there is none.
 * @returns {string} its path
 */
export function findNginx() {
  const nginx = () => onPath(['nginx'], ['/usr/sbin'])
  const isThere = () => nginx() && existsSync(brotli) && onPath(['curl']) && onPath(['openssl'])
  if (!isThere()) installDebian('nginx-light', 'libnginx-mod-http-brotli-static', 'curl', 'openssl')
  if (isThere()) return /** @type {string} */ (nginx())
  throw new Error(
    'No front server to test: install nginx, libnginx-mod-http-brotli-static, curl and openssl (Debian packages).',
  )
}

const xkey = ['x86_64', 'aarch64'].map(
  (machine) => `/usr/lib/${machine}-linux-gnu/varnish/vmods/libvmod_xkey.so`,
)

/**
 * Varnish with its module for keys (deploy/varnish): on this machine, or installed. Throws a sentence that says what to
 * do when there is none.
 * @returns {string} its path
 */
export function findVarnish() {
  const varnish = () => onPath(['varnishd'], ['/usr/sbin'])
  const isThere = () => varnish() && xkey.some((path) => existsSync(path))
  if (!isThere()) installDebian('varnish', 'varnish-modules')
  if (isThere()) return /** @type {string} */ (varnish())
  throw new Error('No Varnish to test: install varnish and varnish-modules (Debian packages).')
}

/**
 * docker-compose in its old form, or the plugin of docker.
 * @returns {string[]} the program and its first arguments
 */
export function findCompose() {
  const old = () => onPath(['docker-compose'])
  if (!old()) installDebian('docker-compose')
  const found = old()
  if (found) return [found]
  const docker = onPath(['docker'])
  if (docker) return [docker, 'compose']
  throw new Error('No docker-compose to check docker-compose.yml with: install docker-compose.')
}
