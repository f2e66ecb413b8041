import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@kith/platform/postgres';
import { afterAll, describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { root } from '../../scripts/lib/bootstrap.mjs';

const read = (path: string) => readFileSync(join(root, path), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'kith-deploy-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (program: string, ...args: string[]) => spawnSync(program, args, { encoding: 'utf8' });
const start = (program: string, ...args: string[]) => spawn(program, args, { stdio: 'ignore' });
const has = (program: string) => run(program, '--help').error === undefined;

/** The names of all settings, read from .env.example. */
const settings = [...read('.env.example').matchAll(/^# ([A-Z][A-Z0-9_]+)=/gm)].map(([, name = '']) => name);

/** The settings that the Docker image sets. */
const ofTheImage = ['HOST', 'PORT', 'DATA_DIR', 'ENV_FILE', 'WORKER_PORT'];

describe('settings', () => {
  it('are all in .env.example, and nothing else is', () => {
    const source = read('packages/platform/src/settings.ts');
    const known = [...(/z\.object\(\{([\s\S]*?)\n\}\);/.exec(source)?.[1] ?? '').matchAll(/^ {2}([A-Z0-9_]+):/gm)];
    expect(known.length).toBeGreaterThan(20);
    expect(known.map(([, name]) => name).filter((name) => !settings.includes(name as string))).toEqual([]);
    expect(settings.filter((name) => name !== 'ENV_FILE' && !known.some(([, each]) => each === name))).toEqual([]);
  });
});

describe('docker-compose.yml', () => {
  const file = parse(read('docker-compose.yml'), { merge: true });
  const services = Object.entries(file.services as Record<string, Record<string, unknown>>);

  it('passes every setting on', () => {
    const passed = Object.keys(file['x-kith'].environment);
    expect(settings.filter((name) => !ofTheImage.includes(name) && !passed.includes(name))).toEqual([]);
  });

  it('has no password of its own, and limits every service', () => {
    expect(read('docker-compose.yml')).not.toMatch(/PASSWORD:-\w/);
    for (const [name, service] of services) {
      expect([name, service.mem_limit, service.logging]).toEqual([name, expect.any(String), file['x-service'].logging]);
      expect([name, service.image]).toEqual([name, expect.stringMatching(/:v?\d+\.\d+/)]);
    }
  });

  it('has servers and workers that can be scaled, have health checks, and write only their data', () => {
    for (const name of ['api', 'worker']) {
      const service = file.services[name];
      expect(service.ports).toBeUndefined();
      expect(service.healthcheck.test).toBeDefined();
      expect([service.read_only, service.cap_drop, service.stop_grace_period]).toEqual([true, ['ALL'], '50s']);
    }
  });
});

describe('the Dockerfile', () => {
  it('pins exact versions, and does not run as root', () => {
    const images = [...read('Dockerfile').matchAll(/^FROM (\S+)/gm)].map(([, image]) => image);
    for (const image of images) expect(image).toMatch(/^node:\d+\.\d+\.\d+-/);
    expect(read('Dockerfile')).toMatch(/^USER node$/m);
  });
});

describe('deploy/kubernetes', () => {
  const documents = parseAllDocuments(read('deploy/kubernetes/kith.yaml'), { merge: true });

  it('is valid YAML, names only existing settings, and probes every role', () => {
    expect(documents.flatMap(({ errors }) => errors)).toEqual([]);
    const all = documents.map((document) => document.toJS());
    const named = all.flatMap(({ kind, data, stringData }) =>
      kind === 'ConfigMap' || kind === 'Secret' ? Object.keys({ ...data, ...stringData }) : [],
    );
    expect(named.filter((name) => !settings.includes(name))).toEqual([]);
    const pods = all.flatMap(({ spec }) => spec?.template?.spec ?? []);
    expect(pods.map((pod) => pod.automountServiceAccountToken)).toEqual([false, false, false]);
    expect(all.filter(({ kind }) => kind === 'PodDisruptionBudget')).toHaveLength(1);
    const deployments = all.filter(({ kind }) => kind === 'Deployment');
    expect(deployments).toHaveLength(2);
    for (const { spec } of deployments) {
      const [container] = spec.template.spec.containers;
      expect(container).toMatchObject({
        readinessProbe: { httpGet: { path: '/readyz' } },
        livenessProbe: { httpGet: { path: '/healthz' } },
        securityContext: { readOnlyRootFilesystem: true },
        resources: { limits: { memory: expect.any(String) } },
      });
      const { volumeMounts } = container as { volumeMounts: { subPath?: string }[] };
      expect(volumeMounts.map(({ subPath }) => subPath)).toEqual(['data', 'tmp']);
      expect(spec.template.spec.terminationGracePeriodSeconds).toBe(50);
    }
  });
});

describe('the examples, as validated by their own programs', () => {
  it.skipIf(!has('nginx'))('nginx', async () => {
    const key = join(folder, 'privkey.pem');
    const certificate = join(folder, 'fullchain.pem');
    const asked = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=kith.example'];
    expect(run('openssl', ...asked, '-keyout', key, '-out', certificate).status).toBe(0);
    // Replaces the ports, because nginx opens them even to check its configuration, and ports below 1024 need root.
    const [plain, secure] = [await freePort(), await freePort()];
    const conf = read('deploy/nginx/kith.conf')
      .replaceAll('/etc/ssl/kith', folder)
      .replaceAll('/var/log/nginx', folder)
      .replace('127.0.0.1:8080', `127.0.0.1:${await freePort()}`)
      .replace('listen 80;', `listen 127.0.0.1:${plain};`)
      .replace('listen 443 ', `listen 127.0.0.1:${secure} `);
    writeFileSync(join(folder, 'kith.conf'), conf);
    writeFileSync(
      join(folder, 'nginx.conf'),
      `pid ${folder}/pid; error_log stderr; events {} http { access_log off; include ${folder}/kith.conf; }`,
    );
    const configuration = ['-p', folder, '-c', join(folder, 'nginx.conf')];
    const { status, stderr } = run('nginx', '-t', ...configuration);
    expect([status, stderr]).toEqual([0, expect.stringContaining('test is successful')]);
    // No server of Kith answers: failures are logged without secrets too.
    const nginx = start('nginx', ...configuration, '-g', 'daemon off;');
    const statusOf = async (origin: string) => {
      const url = `${origin}/resetpassword?oobCode=secret`;
      const options = { rejectUnauthorized: false, headers: { referer: url } };
      const asked = url.startsWith('https') ? https.get(url, options) : http.get(url, options);
      return once(asked, 'response').then(
        ([answer]) => answer.resume().statusCode,
        () => null,
      );
    };
    await expect.poll(() => statusOf(`http://127.0.0.1:${plain}`)).toBe(301);
    expect(await statusOf(`https://127.0.0.1:${secure}`)).toBe(502);
    nginx.kill();
    await once(nginx, 'exit');
    const logs = ['access.log', 'error.log'].map((name) => readFileSync(join(folder, name), 'utf8')).join('');
    expect(logs.match(/"GET \/resetpassword HTTP\/1.1" (?:301|502)/g)).toHaveLength(2);
    expect(logs).not.toContain('secret');
  });

  it.skipIf(!has('caddy'))('caddy', () => {
    const { status, stderr } = run(
      'caddy',
      'validate',
      '--adapter',
      'caddyfile',
      '--config',
      `${root}/deploy/caddy/Caddyfile`,
    );
    expect([status, stderr]).toEqual([0, expect.any(String)]);
    const inCompose = parse(read('docker-compose.yml'), { merge: true }).configs.proxy.content as string;
    writeFileSync(join(folder, 'Caddyfile'), inCompose);
    expect(run('caddy', 'validate', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')).status).toBe(0);
  });

  it.skipIf(!has('systemd-analyze'))('systemd', () => {
    for (const unit of readdirSync(join(root, 'deploy/systemd'))) {
      const { stderr } = run('systemd-analyze', 'verify', join(root, 'deploy/systemd', unit));
      // Ignores a warning that npm is not where the unit expects it, because npm's location depends on the machine.
      expect([unit, stderr.split('\n').filter((line) => line && !/npm is not executable/.test(line))]).toEqual([
        unit,
        [],
      ]);
      expect([unit, read(`deploy/systemd/${unit}`)]).toEqual([unit, expect.stringContaining('TimeoutStopSec=50\n')]);
      // Otherwise systemd stops the worker, or all of Kith, when the kernel kills the process of one picture.
      const policy = unit.startsWith('kith-api') ? '' : 'OOMPolicy=continue\n';
      expect([unit, read(`deploy/systemd/${unit}`)]).toEqual([unit, expect.stringContaining(policy)]);
      // A threshold of 20 means an exposure level of 2.0. For a unit that is more exposed, systemd-analyze exits with 1.
      const secure = run(
        'systemd-analyze',
        'security',
        '--offline=yes',
        '--threshold=20',
        join(root, 'deploy/systemd', unit),
      );
      expect([unit, secure.status, secure.stdout.split('\n').at(-2)]).toEqual([unit, 0, expect.any(String)]);
    }
  });
});
