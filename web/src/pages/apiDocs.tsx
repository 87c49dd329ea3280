// The HTTP API: its OpenAPI description in a viewer that loads nothing from elsewhere.

import { useEffect, useRef } from "react";
import SwaggerUI from "swagger-ui-dist/swagger-ui-es-bundle.js";
import { csrfToken } from "../api/http";
import { messages } from "../messages";
import "swagger-ui-dist/swagger-ui.css";
import "../style/apiDocs.css";

const SAFE_METHODS = ["GET", "HEAD", "OPTIONS"];

export default function ApiDocsPage() {
  const viewer = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const node = viewer.current;
    if (!node) return;
    SwaggerUI({
      domNode: node,
      url: "/openapi.json",
      deepLinking: false,
      docExpansion: "list",
      defaultModelsExpandDepth: 0,
      filter: true,
      validatorUrl: null,
      requestInterceptor: withCsrfToken,
    });
    return () => node.replaceChildren(); // the viewer cannot be unmounted
  }, []);

  return (
    <div className="api-docs">
      <h1>{messages.shell.pages.apiDocs}</h1>
      <div ref={viewer} />
    </div>
  );
}

/** A change by the session of this page needs its CSRF token. */
function withCsrfToken(request: SwaggerRequest): SwaggerRequest {
  const csrf = csrfToken();
  const authorized = "Authorization" in request.headers;
  if (csrf && !authorized && !SAFE_METHODS.includes(request.method ?? "GET"))
    request.headers["X-CSRF-Token"] = csrf;
  return request;
}
