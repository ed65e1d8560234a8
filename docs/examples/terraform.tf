# A project's values as a data source. svc gets address and key from SVC_URL and SVC_ACCESS_KEY, or from `svc login`; the key needs
# export:read. Terraform writes what it reads into its state: encrypt that, and restrict who reads it.
terraform {
  required_providers {
    external = {
      source  = "hashicorp/external"
      version = "~> 2.3"
    }
  }
}

data "external" "billing" {
  program = ["svc", "export", "--format", "json", "--project", "billing", "--env", "production"]
}

output "stripe_secret_key" {
  value     = data.external.billing.result["STRIPE_SECRET_KEY"]
  sensitive = true
}
