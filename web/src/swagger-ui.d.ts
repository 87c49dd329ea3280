interface SwaggerRequest {
  url: string;
  method?: string;
  headers: Record<string, string>;
}

declare module "swagger-ui-dist/swagger-ui-es-bundle.js" {
  export default function SwaggerUI(options: {
    domNode: HTMLElement;
    url: string;
    deepLinking: boolean;
    docExpansion: "none" | "list" | "full";
    defaultModelsExpandDepth: number;
    filter: boolean;
    validatorUrl: null;
    requestInterceptor(request: SwaggerRequest): SwaggerRequest;
  }): void;
}
